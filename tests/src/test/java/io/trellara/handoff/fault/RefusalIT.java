package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run that cannot be: each reason with its code and exit status, in words; the evidence, where it can be reached,
 * says the same, and neither source nor target has been touched.
 */
final class RefusalIT {
    private static final String VALUE = "a-value-of-a-row", PASSWORD = "a-password-of-a-user";
    private static final RunKey RUN = new RunKey("shop", "orders", "1");

    private static TestServer source;
    private static TestServer plainSource;
    private static TestServer target;

    private final CommandLineRun line = new CommandLineRun();

    @TempDir
    private Path folder;

    /** What the evidence holds after the refusal. */
    private enum Evidence {
        /** A planned run that carries the code. */
        TELLS,
        /** No run: the refusal came before the evidence was opened. */
        SILENT,
        /** Not to be asked: it is what was refused. */
        REFUSED
    }

    /** What is wrong. */
    enum Reason {
        NO_REPLICATION_PRIVILEGE(ErrorCode.REPLICATION_PRIVILEGE, Evidence.TELLS),
        WAL_LEVEL_REPLICA(ErrorCode.WAL_LEVEL, Evidence.TELLS),
        UNKNOWN_RELATION(ErrorCode.RELATION_MISSING, Evidence.TELLS),
        RELATION_WITHOUT_KEY(ErrorCode.RELATION_KEYLESS, Evidence.TELLS),
        TARGET_WITH_ROWS(ErrorCode.TARGET_NOT_EMPTY, Evidence.TELLS),
        WRONG_SOURCE_PASSWORD(ErrorCode.SOURCE_AUTHENTICATION, Evidence.TELLS),
        SOURCE_UNREACHABLE(ErrorCode.SOURCE_UNREACHABLE, Evidence.TELLS),
        WRONG_TARGET_PASSWORD(ErrorCode.EVIDENCE_UNREACHABLE, Evidence.SILENT),
        TYPO(ErrorCode.CONFIG_UNKNOWN_KEY, Evidence.SILENT),
        NEWER_EVIDENCE(ErrorCode.EVIDENCE_SCHEMA_NEWER, Evidence.REFUSED);

        private final ErrorCode code;
        private final Evidence evidence;

        Reason(ErrorCode code, Evidence evidence) {
            this.code = code;
            this.evidence = evidence;
        }
    }

    @BeforeAll
    static void startServers() {
        source = Servers.source(PostgresVersion.V17);
        plainSource = Servers.start("plain", PostgresVersion.V17, Map.of("wal_level", "replica"));
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        plainSource.close();
        target.close();
    }

    @ParameterizedTest
    @EnumSource
    void isSaidInWordsAndTouchesNothing(Reason reason) throws Exception {
        TestServer server = reason == Reason.WAL_LEVEL_REPLICA ? plainSource : source;
        ConnectionConfig from = server.newDatabase("refused");
        ConnectionConfig to = target.newDatabase("refused");
        TestServer.execute(
                from,
                "CREATE TABLE orders (id bigint PRIMARY KEY, note text)",
                "INSERT INTO orders VALUES (1, '" + VALUE + "')",
                "CREATE TABLE keyless (note text)",
                "INSERT INTO keyless VALUES ('" + VALUE + "')");
        Path config = arrange(reason, from, to);
        int status = line.handoff("run", "--local", "--config", config.toString());
        assertThat(status).as(line.all()).isEqualTo(reason.code.kind().exitCode());
        assertThat(line.all())
                .contains(reason.code.label())
                .doesNotContain("\tat ", "Exception", VALUE, PASSWORD, from.password(), to.password());
        requireEvidence(reason, to);
        assertThat(count(from, "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"))
                .isZero();
        assertThat(count(from, "SELECT count(*) FROM pg_publication")).isZero();
        assertThat(count(to, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isEqualTo(reason == Reason.TARGET_WITH_ROWS ? 1 : 0);
    }

    private Path arrange(Reason reason, ConnectionConfig from, ConnectionConfig to) throws SQLException, IOException {
        String relations = switch (reason) {
            case UNKNOWN_RELATION -> "public.orders, public.nowhere";
            case RELATION_WITHOUT_KEY -> "public.orders, public.keyless";
            default -> "public.orders";
        };
        Path config = CommandLineRun.yaml(folder, relations, from, to);
        switch (reason) {
            case NO_REPLICATION_PRIVILEGE -> {
                TestServer.execute(
                        from,
                        "CREATE ROLE reader LOGIN PASSWORD '" + PASSWORD + "'",
                        "ALTER TABLE orders OWNER TO reader",
                        "GRANT CREATE ON DATABASE "
                                + from.url().substring(from.url().lastIndexOf('/') + 1) + " TO reader");
                return CommandLineRun.yaml(folder, relations, new ConnectionConfig(from.url(), "reader", PASSWORD), to);
            }
            case TARGET_WITH_ROWS ->
                TestServer.execute(
                        to,
                        "CREATE TABLE orders (id bigint PRIMARY KEY, note text)",
                        "INSERT INTO orders VALUES (2, '" + VALUE + "')");
            case WRONG_SOURCE_PASSWORD -> Files.writeString(folder.resolve("source.password"), PASSWORD);
            case WRONG_TARGET_PASSWORD -> Files.writeString(folder.resolve("target.password"), PASSWORD);
            case SOURCE_UNREACHABLE -> change(config, from.url(), "jdbc:postgresql://127.0.0.1:1/nowhere");
            case TYPO -> change(config, "relations:", "realtions:");
            case NEWER_EVIDENCE -> {
                SchemaMigrations.migrateEvidence(to);
                TestServer.execute(to, """
                        INSERT INTO trellara.evidence_schema_history (installed_rank, version, description, type, script,
                            checksum, installed_by, execution_time, success)
                        VALUES (99, '99', 'later', 'SQL', 'V99__later.sql', 1, current_user, 1, true)""");
            }
            default -> {
                // The relation or the server is reason enough.
            }
        }
        return config;
    }

    private static void change(Path config, String what, String by) throws IOException {
        String text = Files.readString(config);
        assertThat(text).contains(what);
        Files.writeString(config, text.replace(what, by));
    }

    private static void requireEvidence(Reason reason, ConnectionConfig to) throws SQLException {
        if (reason.evidence == Evidence.REFUSED) {
            return;
        }
        if (count(to, "SELECT count(*) FROM pg_namespace WHERE nspname = 'trellara'") == 0) {
            assertThat(reason.evidence).isEqualTo(Evidence.SILENT);
            return;
        }
        try (JdbcEvidenceStore evidence = new JdbcEvidenceStore(to, "handoff test")) {
            Optional<RunRecord> run = evidence.run(RUN);
            assertThat(run.isPresent()).isEqualTo(reason.evidence == Evidence.TELLS);
            run.ifPresent(record -> {
                assertThat(record.state()).isEqualTo(RunState.PLANNED);
                assertThat(record.failureCode()).hasValue(reason.code.label());
                assertThat(List.of(record.failureReason().orElseThrow()))
                        .noneMatch(text -> text.contains(VALUE) || text.contains(PASSWORD));
            });
        }
    }

    private static long count(ConnectionConfig database, String query) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
