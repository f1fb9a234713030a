package io.trellara.handoff.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.EvidenceTable;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunFiles;
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
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run under writers with copies again and a verification: its proof holds, and every edit of it is found. */
final class ProofIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<WorkloadTable> TABLES = List.of(NUMBERS, WORDS);
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    @TempDir
    private Path folder;

    private final CommandLineRun commands = new CommandLineRun();

    /** How a run's copy is to be. */
    private interface Configured {
        JobConfig between(SeamServers.Pair pair) throws Exception;
    }

    @Test
    void postgresToPostgres() throws Exception {
        try (SeamServers servers = SeamServers.start(PostgresVersion.V17)) {
            prove(servers, pair -> pair.config(folder, RELATIONS, 500));
        }
    }

    @Test
    void postgresToMysql_woven_evidenceOnMysql() throws Exception {
        try (SeamServers servers =
                SeamServers.of(Servers.source(PostgresVersion.V17), MysqlTestServer.startFair(MysqlVersion.V9_7))) {
            prove(servers, pair -> pair.woven(folder, RELATIONS, 500, 1_500));
        }
    }

    @Test
    void mysqlToPostgres() throws Exception {
        try (SeamServers servers =
                SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V9_7), Servers.target(PostgresVersion.V17))) {
            prove(servers, pair -> pair.config(folder, RELATIONS, 500));
        }
    }

    private void prove(SeamServers servers, Configured configured) throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 4_000, 5);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        JobConfig config = configured.between(pair);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            ask(0, "recopy", "--relation", NUMBERS.relation().toString(), "--range", "10000..20000", "--yes");
            ask(0, "recopy", "--relation", NUMBERS.relation().toString(), "--yes");
            ask(0, "recopy", "--relation", WORDS.relation().toString(), "--yes");
            run.await(
                    "requests done",
                    facts -> facts.controls().size() == 3
                            && facts.controls().stream().allMatch(c -> c.state() == ControlState.DONE));
            workload.stop();
            run.awaitCaughtUp();
            verify(config, run);
            ask(0, "check");
            assertThat(commands.results()).doesNotContain("at risk  ", "missing evidence  ");
            withoutItsSource();
            if (config.source().connection().kind() == DatabaseKind.POSTGRESQL) {
                dropColumnAndSlot(pair, run);
            } else {
                run.stop();
            }
        }
        bundle(pair);
        everyTableIsInIt(pair);
    }

    /** What a verifier records. */
    private void verify(JobConfig config, RunUnderTest run) throws Exception {
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(config.source().evidence(), "handoff test")) {
            long id = store.beginVerification(config.source().run(), OptionalLong.empty(), "test");
            List<VerifiedRelation> equal = RELATIONS.stream()
                    .map(relation ->
                            new VerifiedRelation(relation, "form", 10, 10, 2, 0, 0, 0, 0, "aa", "aa", List.of()))
                    .toList();
            Optional<Position> at = run.awaitState(RunState.STREAMING).run().streamPosition();
            store.concludeVerification(
                    new VerificationOutcome(id, Verdict.VERIFIED, at, at, 1, 0, Optional.empty(), equal));
        }
    }

    /** Where the source does not answer, that is missing evidence, and everything else is still verified. */
    private void withoutItsSource() throws Exception {
        Path yaml = folder.resolve("handoff.yaml");
        String text = Files.readString(yaml);
        Path lost = Files.writeString(
                folder.resolve("lost.yaml"), text.replaceFirst("(url: '?jdbc:[a-z]+://)[^/]*/", "$1127.0.0.1:1/"));
        assertThat(commands.handoff("check", "-c", lost.toString()))
                .as(commands.all())
                .isEqualTo(3);
        assertThat(commands.results())
                .contains("missing evidence  source-identity, source: ", ", 0 at risk, 1 without evidence");
    }

    /** Each of the source's troubles is at risk by its own name, and nothing else is but what follows from it. */
    private void dropColumnAndSlot(SeamServers.Pair pair, RunUnderTest run) throws Exception {
        run.stop();
        ask(4, "check");
        assertThat(commands.results()).contains("at risk           source-slot, source: ", "nobody streams from it");
        TestServer.execute(pair.source(), "ALTER TABLE numbers ADD COLUMN more text");
        ask(4, "check");
        assertThat(commands.results()).contains("at risk           source-contract, public.numbers: ");
        TestServer.execute(pair.source(), "SELECT pg_drop_replication_slot('" + RunFiles.slot(pair.source()) + "')");
        ask(4, "check");
        assertThat(commands.results()).contains("at risk           source-log, source: HANDOFF-4002 SLOT_MISSING");
        TestServer.execute(pair.target(), "UPDATE trellara.sink_ledger SET position = '0/1'");
        ask(4, "check", "--json");
        assertThat(commands.results()).contains("\"check\" : \"target-ledger\"").contains("behind the durable");
    }

    private void bundle(SeamServers.Pair pair) throws Exception {
        Path first = folder.resolve("first.zip");
        Path second = folder.resolve("second.zip");
        ask(0, "proof", "--out", first.toString());
        assertThat(commands.results()).doesNotContain("broken");
        ask(0, "proof", "--out", second.toString());
        assertThat(Files.readAllBytes(second)).isEqualTo(Files.readAllBytes(first));
        assertThat(commands.handoff("proof", "--check", first.toString()))
                .as(commands.all())
                .isZero();
        Bundle bundle = BundleZip.read(first);
        hidesKeysAndSecrets(bundle, pair);
        new EveryEdit(bundle).isFound();
    }

    /** R11: a bound of a chunk is there only where it was asked for, a password never. */
    private void hidesKeysAndSecrets(Bundle bundle, SeamServers.Pair pair) throws Exception {
        String all = all(bundle);
        assertThat(all).doesNotContain(pair.source().password(), pair.target().password());
        String chunks = text(bundle, BundleFile.rowsOf(EvidenceTable.SNAPSHOT_CHUNKS));
        assertThat(chunks).contains("\"lower_key\":\"sha-256:").doesNotContain("\"lower_key\":\"[");
        Path shown = folder.resolve("shown.zip");
        ask(0, "proof", "--out", shown.toString(), "--with-keys");
        assertThat(text(BundleZip.read(shown), BundleFile.rowsOf(EvidenceTable.SNAPSHOT_CHUNKS)))
                .contains("\"lower_key\":\"[");
    }

    /** Whoever adds a table to the evidence adds it to the proof. */
    private static void everyTableIsInIt(SeamServers.Pair pair) throws Exception {
        Set<String> tables = new TreeSet<>();
        try (Connection connection = TestServer.open(pair.target());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'trellara'"
                                + " AND table_type = 'BASE TABLE'")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        tables.removeIf(name -> name.startsWith("sink_") || name.endsWith("_history") || name.equals("halts"));
        assertThat(tables)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(EvidenceTable.values())
                        .map(EvidenceTable::table)
                        .toList());
    }

    private static String text(Bundle bundle, String name) {
        return new String(bundle.content(name).orElseThrow(), StandardCharsets.UTF_8);
    }

    private static String all(Bundle bundle) {
        StringBuilder all = new StringBuilder();
        bundle.files().values().forEach(content -> all.append(new String(content, StandardCharsets.UTF_8)));
        return all.toString();
    }

    private void ask(int status, String... words) {
        String yaml = folder.resolve("handoff.yaml").toString();
        String[] all = Stream.concat(Stream.of(words), Stream.of("-c", yaml)).toArray(String[]::new);
        assertThat(commands.handoff(all)).as(commands.all()).isEqualTo(status);
    }
}
