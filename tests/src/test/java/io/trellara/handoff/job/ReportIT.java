package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The report of a real run, with its evidence in either kind of database. */
final class ReportIT {
    private static final int ROWS = 20_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void aRunLeavesSamplesAndHasAPage(DatabaseKind kind) throws Exception {
        try (TestServer source = Servers.source(PostgresVersion.V17);
                TestServer target = Servers.target(PostgresVersion.V17)) {
            ConnectionConfig from = source.newDatabase("shop");
            ConnectionConfig to = target.newDatabase("shop");
            TestServer.execute(
                    from,
                    "CREATE TABLE orders (id text PRIMARY KEY, item text)",
                    "INSERT INTO orders SELECT 'order-key-' || g, 'secret ' || g FROM generate_series(1, " + ROWS
                            + ") g");
            Path config = CommandLineRun.yaml(folder, "public.orders", from, to);
            // Long enough for samples, which are taken once a second.
            Files.writeString(
                    config, Files.readString(config).replace("checkpoint-interval: 200ms", "checkpoint-interval: 2s"));
            if (kind == DatabaseKind.POSTGRESQL) {
                check(config, to);
                return;
            }
            try (MysqlTestServer other =
                    MysqlTestServer.start(MysqlVersion.V9_7, Map.of("innodb-flush-log-at-trx-commit", "2"))) {
                ConnectionConfig evidence = other.newDatabase("kept");
                Files.writeString(
                        config,
                        Files.readString(config)
                                + "evidence: {url: '%s', username: %s, password: '%s'}\n"
                                        .formatted(evidence.url(), evidence.username(), evidence.password()));
                check(config, evidence);
            }
        }
    }

    private void check(Path config, ConnectionConfig evidence) throws Exception {
        CommandLineRun line = new CommandLineRun();
        assertThat(line.handoff("run", "--local", "--until", "caught-up", "--config", config.toString()))
                .as(line.all())
                .isZero();
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(evidence, "test")) {
            RunRecord run = store.runs("shop", "orders").get(0);
            List<RunSample> samples = store.samples(run.run());
            assertThat(samples).isNotEmpty().isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
            assertThat(samples)
                    .filteredOn(sample -> sample.state().compareTo(RunState.SNAPSHOT_EXPORTED) >= 0)
                    .isNotEmpty()
                    .allSatisfy(sample -> {
                        assertThat(sample.log().behindBytes()).isPresent();
                        assertThat(sample.log().keptBytes()).isPresent();
                    });
            assertThat(store.chunks(run.run()))
                    .hasSizeGreaterThan(4)
                    .extracting(ChunkRecord::reading)
                    .allSatisfy(reading -> {
                        assertThat(reading.reader().orElseThrow()).isBetween(0, 1);
                        assertThat(reading.copiedAt().orElseThrow())
                                .isAfter(reading.claimedAt().orElseThrow());
                    });
        }
        Path file = folder.resolve("report.html");
        assertThat(line.handoff("report", "--config", config.toString(), "--out", file.toString()))
                .as(line.all())
                .isZero();
        assertThat(line.results().strip()).isEqualTo(file.toUri().toString());
        String page = Files.readString(file);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        assertThat(page)
                .contains("public.orders", "20,000", "reader 0", "Rows a second, as they became durable", "streaming")
                .doesNotContain("order-key-", "secret ");
        Path nowhere = folder.resolve("no").resolve("report.html");
        assertThat(line.handoff("report", "--config", config.toString(), "--out", nowhere.toString()))
                .isEqualTo(2);
        assertThat(line.notes()).contains("REPORT_FILE");
    }
}
