package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.SideSql;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A later verification compares the chunks that the stream has touched, under a writer, and no others: what differs in
 * those is found, what somebody else changed elsewhere is not, and no loss of the job makes it pass over one.
 */
final class IncrementalVerifyIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<Relation> RELATIONS = List.of(NUMBERS.relation(), WORDS.relation());
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(List.of(NUMBERS, WORDS), 4_000, 1, Duration.ZERO, Duration.ofMillis(40), 31);

    /** Keys of {@code numbers}, far from one another; the writer has those up to 4000. */
    private static final long TOUCHED = 15_000, UNTOUCHED = 25_000, WHILE_DOWN = 35_000;

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final CommandLineRun commands = new CommandLineRun();

    @Test
    void postgresToPostgres_killedBetweenTwoPasses() throws Exception {
        try (SeamServers servers = SeamServers.start(PostgresVersion.V17)) {
            SeamServers.Pair pair = servers.newPair();
            JobConfig config = load(pair);
            try (JdbcEvidenceStore evidence =
                    new JdbcEvidenceStore(config.source().evidence(), "handoff test")) {
                Sides sides = new Sides(pair, config, evidence);
                try (JobProcess job = start("first");
                        Writer writer = writer(pair.source())) {
                    assertThat(writer).isNotNull();
                    onlyWhatIsTouchedIsCompared(sides);
                    job.kill();
                    TestServer.execute(pair.source(), update(WHILE_DOWN));
                }
                try (JobProcess job = start("second")) {
                    assertThat(job.isAlive()).isTrue();
                    sides.awaitApplied();
                    aChangeWhileTheJobWasDownIsCompared(sides);
                    withoutItsRecordEverythingIsCompared_orAnythingPassedOver(sides);
                }
            }
        }
    }

    @Test
    void mysqlToPostgres() throws Exception {
        try (SeamServers servers =
                SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V9_7), Servers.target(PostgresVersion.V17))) {
            SeamServers.Pair pair = servers.newPair();
            JobConfig config = load(pair);
            try (JdbcEvidenceStore evidence =
                            new JdbcEvidenceStore(config.source().evidence(), "handoff test");
                    JobProcess job = start("only");
                    Writer writer = writer(pair.source())) {
                assertThat(job.isAlive() && writer != null).isTrue();
                onlyWhatIsTouchedIsCompared(new Sides(pair, config, evidence));
            }
        }
    }

    private void onlyWhatIsTouchedIsCompared(Sides sides) throws Exception {
        sides.await(run -> run.state() == RunState.STREAMING);
        sides.awaitApplied();
        assertThat(commands.handoff("verify", "-c", yaml(), "--incremental", "--json"))
                .isEqualTo(3);
        assertThat(commands.all()).contains("VERIFY_NO_BASE");

        JsonNode full = verify(0);
        assertThat(full.get("mode").asText()).isEqualTo("full");
        int all = full.get("ranges").asInt();
        assertThat(full.get("ranges_compared").asInt()).isEqualTo(all).isGreaterThan(8);

        JsonNode first = verify(0, "--incremental");
        assertThat(first.get("base_id")).isEqualTo(full.get("verification_id"));
        assertThat(first.get("ranges_compared").asInt())
                .as("the writer's chunk")
                .isEqualTo(1);
        assertThat(first.get("ranges").asInt()).isEqualTo(all);

        TestServer.execute(sides.pair.source(), update(TOUCHED));
        sides.awaitApplied();
        damage(sides, TOUCHED);
        JsonNode found = verify(4, "--incremental");
        assertThat(found.get("ranges_compared").asInt()).isEqualTo(2);
        assertThat(keys(found)).containsExactly(String.valueOf(TOUCHED));
        assertThat(found.at("/relations/0/divergent_chunks/0").asInt()).isEqualTo(sides.chunk(TOUCHED));

        heal(sides, TOUCHED);
        JsonNode healed = verify(0, "--incremental");
        assertThat(healed.get("base_id")).isEqualTo(first.get("verification_id"));
        assertThat(sides.run().state()).isEqualTo(RunState.VERIFIED);

        damage(sides, UNTOUCHED);
        assertThat(verify(0, "--incremental").get("ranges_compared").asInt())
                .as("the writer's chunk, and the other one while its window is the present one")
                .isLessThan(3);
        assertThat(keys(verify(4))).containsExactly(String.valueOf(UNTOUCHED));
        JsonNode still = verify(4, "--incremental");
        assertThat(keys(still))
                .as("what another one has found since is compared")
                .containsExactly("" + UNTOUCHED);
        heal(sides, UNTOUCHED);
        assertThat(verify(0, "--incremental").get("mode").asText()).isEqualTo("incremental");
    }

    private void aChangeWhileTheJobWasDownIsCompared(Sides sides) throws Exception {
        damage(sides, WHILE_DOWN);
        assertThat(keys(verify(4, "--incremental"))).containsExactly(String.valueOf(WHILE_DOWN));
        heal(sides, WHILE_DOWN);
        assertThat(verify(0).get("mode").asText()).isEqualTo("full");
        assertThat(verify(0, "--incremental").get("ranges_compared").asInt()).isLessThan(4);
    }

    /** The twin: a window that says it is complete, and lacks a chunk. */
    private void withoutItsRecordEverythingIsCompared_orAnythingPassedOver(Sides sides) throws Exception {
        TestServer.execute(sides.pair.source(), update(WHILE_DOWN));
        sides.awaitApplied();
        damage(sides, WHILE_DOWN);
        TestServer.execute(
                sides.config.source().evidence(),
                "ALTER TABLE trellara.stream_touches DISABLE TRIGGER ALL",
                "DELETE FROM trellara.stream_touches");
        assertThat(verify(0, "--incremental").get("ranges_compared").asInt())
                .as("without what was recorded with the position it is passed over")
                .isZero();

        TestServer.execute(sides.config.source().evidence(), "DELETE FROM trellara.stream_windows");
        JsonNode everything = verify(4, "--incremental");
        assertThat(everything.get("mode").asText()).isEqualTo("full");
        assertThat(everything.get("ranges_compared")).isEqualTo(everything.get("ranges"));
        assertThat(keys(everything)).containsExactly(String.valueOf(WHILE_DOWN));
    }

    private JobConfig load(SeamServers.Pair pair) throws Exception {
        Workload.load(pair.source(), PLAN);
        return pair.config(folder, RELATIONS, 500);
    }

    private JobProcess start(String name) throws Exception {
        return JobProcess.start(Path.of(yaml()), name, List.of());
    }

    private static String update(long id) {
        return "UPDATE numbers SET version = version + 1 WHERE id = " + id;
    }

    private static void damage(Sides sides, long id) throws SQLException {
        TestServer.execute(sides.pair.target(), "UPDATE numbers SET version = version + 1000 WHERE id = " + id);
    }

    private static void heal(Sides sides, long id) throws SQLException {
        TestServer.execute(sides.pair.target(), "UPDATE numbers SET version = version - 1000 WHERE id = " + id);
    }

    /** At work until it is closed. */
    private interface Writer extends AutoCloseable {
        @Override
        void close();
    }

    /** Works on one chunk until it is closed: on each row every now and then, so that rounds end. */
    private static Writer writer(ConnectionConfig source) {
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> work = CompletableFuture.runAsync(() -> {
            try (Connection connection = TestServer.open(source);
                    Statement statement = connection.createStatement()) {
                for (int i = 0; !enough.get(); i++) {
                    statement.execute(update(10L * (1 + i % 400)));
                    LockSupport.parkNanos(Duration.ofMillis(25).toNanos());
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        return () -> {
            enough.set(true);
            work.join();
        };
    }

    private static List<String> keys(JsonNode found) {
        return StreamSupport.stream(found.get("divergent_keys").spliterator(), false)
                .map(row -> row.get("key").get(0).asText())
                .toList();
    }

    private JsonNode verify(int status, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("verify", "-c", yaml(), "--json", "--show-keys"));
        words.addAll(List.of(more));
        assertThat(commands.handoff(words.toArray(String[]::new)))
                .as(commands.all())
                .isEqualTo(status);
        return new ObjectMapper().readTree(commands.results());
    }

    private String yaml() {
        return folder.resolve("handoff.yaml").toString();
    }

    private record Sides(SeamServers.Pair pair, JobConfig config, JdbcEvidenceStore evidence) {
        RunRecord run() {
            return evidence.run(config.source().run()).orElseThrow();
        }

        void awaitApplied() throws SQLException {
            Position end = SideSql.end(pair.source());
            await(run -> run.streamPosition()
                    .filter(position -> position.covers(end))
                    .isPresent());
        }

        void await(Predicate<RunRecord> reached) {
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (!there()
                    || !evidence.run(config.source().run()).filter(reached).isPresent()) {
                assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }

        private boolean there() {
            try {
                evidence.requireSchema();
                return true;
            } catch (RuntimeException notYet) {
                return false;
            }
        }

        /** The number of the chunk with that key. */
        int chunk(long id) {
            return evidence.chunks(config.source().run()).stream()
                    .filter(chunk -> chunk.id().relation().equals(NUMBERS.relation()) && holds(chunk.range(), id))
                    .findFirst()
                    .orElseThrow()
                    .id()
                    .number();
        }

        private static boolean holds(KeyRange range, long id) {
            return range.lower()
                            .map(key -> Long.parseLong(key.cells().get(0)) < id)
                            .orElse(true)
                    && range.upper()
                            .map(key -> id <= Long.parseLong(key.cells().get(0)))
                            .orElse(true);
        }
    }
}
