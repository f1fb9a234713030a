package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A live target is verified while writers and job go on: what is right is never called wrong, and each kind of
 * divergence is found in just the row that has it, repaired and proven.
 */
final class VerifyIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<WorkloadTable> TABLES = List.of(NUMBERS, WORDS);
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    /** Rows that no writer touches: their keys end in 5. */
    private static final long MISSING = 15,
            STALE = 25,
            SWAPPED = 35,
            WITH = 45,
            DELETED = 55,
            LARGE = 65,
            FOREIGN = 75,
            PHANTOM = 7_777_777_775L;

    private static final int LARGE_BYTES = 60_000;

    @TempDir
    private Path folder;

    private final CommandLineRun commands = new CommandLineRun();

    @Test
    void postgresToPostgres_aMillionRows() throws Exception {
        try (SeamServers servers = SeamServers.start(PostgresVersion.V17)) {
            eachDivergenceIsFoundRepairedAndProven(servers, 500_000, 50_000, Duration.ofMillis(200));
        }
    }

    @Test
    void mysqlToPostgres() throws Exception {
        try (SeamServers servers =
                SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V9_7), Servers.target(PostgresVersion.V17))) {
            eachDivergenceIsFoundRepairedAndProven(servers, 20_000, 4_000, Duration.ofMillis(40));
        }
    }

    @Test
    void postgresToMysql() throws Exception {
        try (SeamServers servers =
                SeamServers.of(Servers.source(PostgresVersion.V16), MysqlTestServer.startFair(MysqlVersion.V9_7))) {
            eachDivergenceIsFoundRepairedAndProven(servers, 20_000, 4_000, Duration.ofMillis(40));
        }
    }

    @Test
    void mysqlToMysql() throws Exception {
        try (SeamServers servers = SeamServers.of(
                MysqlTestServer.startFair(MysqlVersion.V9_7), MysqlTestServer.startFair(MysqlVersion.V9_7))) {
            eachDivergenceIsFoundRepairedAndProven(servers, 20_000, 4_000, Duration.ofMillis(40));
        }
    }

    /**
     * @param pause of each of the writers in a transaction, at most; they are to be in the way, not to fill the machine
     */
    private void eachDivergenceIsFoundRepairedAndProven(SeamServers servers, long rows, long chunkRows, Duration pause)
            throws Exception {
        SeamServers.Pair pair = servers.newPair();
        WorkloadPlan plan = new WorkloadPlan(TABLES, rows, 8, Duration.ZERO, pause, 31);
        Workload.load(pair.source(), plan);
        addQuietRows(pair.source());
        JobConfig config = pair.config(folder, RELATIONS, chunkRows);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            TestServer.execute(pair.source(), "DELETE FROM numbers WHERE id = " + DELETED);
            run.awaitApplied();

            JsonNode clean = verify(0);
            assertThat(clean.get("verdict").asText()).as(clean.toString()).isEqualTo("verified");
            assertThat(clean.get("rounds").asInt()).as("rows changed meanwhile").isGreaterThan(1);
            assertThat(state(run)).isEqualTo(RunState.VERIFIED);
            assertThat(workload.running()).as("writers at work").isTrue();

            damage(pair.target());
            JsonNode found = verify(4);
            assertThat(keys(found)).isEqualTo(expected());
            assertThat(state(run)).isEqualTo(RunState.FAILED_RECOVERABLE);

            String id = found.get("verification_id").asText();
            assertThat(commands.handoff("recopy", "-c", yaml(), "--from-verification", id, "--yes"))
                    .as(commands.all())
                    .isZero();
            run.await(
                    "the repair",
                    facts -> !facts.controls().isEmpty()
                            && facts.controls().stream().noneMatch(control -> control.open()));
            JsonNode again = verify(0);
            assertThat(again.get("verdict").asText()).isEqualTo("verified");
            assertThat(state(run)).isEqualTo(RunState.VERIFIED);
            assertThat(workload.running()).as("writers at work").isTrue();
            workload.stop();
            run.awaitApplied();
            run.stop();
            assertThat(pair.compare(RELATIONS).isEqual()).isTrue();
        }
    }

    private static RunState state(RunUnderTest run) throws Exception {
        return run.await("the evidence", facts -> true).state();
    }

    private static void addQuietRows(ConnectionConfig source) throws SQLException {
        String large = "repeat('x', " + LARGE_BYTES + ")";
        TestServer.execute(
                source,
                "INSERT INTO numbers SELECT id + 5, 0, 'quiet ' || id FROM numbers WHERE id <= 1000",
                "UPDATE numbers SET pad = " + large + " WHERE id = " + LARGE,
                "INSERT INTO words VALUES ('quiet-1', 0, 'a'), ('quiet-2', 0, 'b')");
    }

    /** Each by somebody else at the target, but for what a lost change would leave. */
    private static void damage(ConnectionConfig target) throws SQLException {
        String large = "repeat('x', " + (LARGE_BYTES - 1) + ") || 'y'";
        TestServer.execute(
                target,
                "DELETE FROM numbers WHERE id = " + MISSING,
                "INSERT INTO numbers VALUES (" + PHANTOM + ", 0, 'phantom')",
                "UPDATE numbers SET version = -1 WHERE id = " + STALE,
                "UPDATE numbers SET pad = CASE id WHEN " + SWAPPED + " THEN 'quiet " + (WITH - 5) + "' ELSE 'quiet "
                        + (SWAPPED - 5) + "' END WHERE id IN (" + SWAPPED + ", " + WITH + ")",
                "INSERT INTO numbers VALUES (" + DELETED + ", 0, 'quiet " + (DELETED - 5) + "')",
                "UPDATE numbers SET pad = " + large + " WHERE id = " + LARGE,
                "UPDATE numbers SET pad = NULL WHERE id = " + FOREIGN,
                "UPDATE words SET pad = 'b ' WHERE id = 'quiet-2'");
    }

    private static Map<String, String> expected() {
        Map<String, String> keys = new TreeMap<>();
        keys.put("public.numbers " + MISSING, "missing");
        keys.put("public.numbers " + PHANTOM, "extra");
        keys.put("public.numbers " + DELETED, "extra");
        for (long different : List.of(STALE, SWAPPED, WITH, LARGE, FOREIGN)) {
            keys.put("public.numbers " + different, "different");
        }
        keys.put("public.words quiet-2", "different");
        return keys;
    }

    private static Map<String, String> keys(JsonNode found) {
        Map<String, String> keys = new TreeMap<>();
        found.get("divergent_keys").forEach(row -> {
            List<String> cells = new ArrayList<>();
            row.get("key").forEach(cell -> cells.add(cell.asText()));
            keys.put(
                    row.get("relation").asText() + " " + String.join(",", cells),
                    row.get("kind").asText());
        });
        return keys;
    }

    private JsonNode verify(int status) throws Exception {
        assertThat(commands.handoff("verify", "-c", yaml(), "--json", "--show-keys"))
                .as(commands.all())
                .isEqualTo(status);
        return new ObjectMapper().readTree(commands.results());
    }

    private String yaml() {
        return folder.resolve("handoff.yaml").toString();
    }
}
