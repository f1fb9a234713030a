package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What stands against a run at a MySQL source, all at once. */
final class MysqlChecksIT {
    /** What a server is not set to by itself, and would be told to. */
    private static final Map<String, String> PREFERRED =
            Map.of("binlog-row-metadata", "FULL", "max-write-lock-count", "8");

    @ParameterizedTest
    @EnumSource
    void findsNothingAgainstABareServerAndASoundTable(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("sound");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            assertThat(check(database, "t")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsEverySettingThatHidesChangesAtOnce(MysqlVersion version) throws SQLException {
        Map<String, String> settings = new HashMap<>(PREFERRED);
        settings.putAll(Map.of(
                "binlog-format", "MIXED",
                "binlog-row-image", "MINIMAL",
                "binlog-row-value-options", "PARTIAL_JSON",
                "gtid-mode", "OFF",
                "enforce-gtid-consistency", "OFF",
                "binlog-ignore-db", "left_out",
                "binlog-expire-logs-seconds", "60"));
        try (MysqlTestServer server = MysqlTestServer.start(version, settings)) {
            ConnectionConfig database = server.newDatabase("unsound");
            MysqlTestServer.execute(
                    database, "CREATE DATABASE left_out", "CREATE TABLE left_out.t (id int PRIMARY KEY)");
            List<Finding> findings = new MysqlChecks(
                            MysqlSources.sessions(database),
                            List.of(new Relation("left_out", "t")),
                            LockStrategy.LOCK_TABLES)
                    .check();
            assertThat(findings)
                    .extracting(f -> f.code() + " " + f.observed().split(" ", 2)[0])
                    .containsExactlyInAnyOrder(
                            "BINLOG_CONTENT binlog_format",
                            "BINLOG_CONTENT binlog_row_image",
                            "BINLOG_CONTENT binlog_row_value_options",
                            "GTID_OFF gtid_mode",
                            "GTID_OFF enforce_gtid_consistency",
                            "BINLOG_FILTERED binlog-do-db",
                            "BINLOG_RETENTION binlog_expire_logs_seconds");
            assertThat(findings).allMatch(f -> f.refuses() != (f.code() == ErrorCode.BINLOG_RETENTION));
        }
    }

    @Test
    void refusesAReplicaThatDoesNotLogWhatItApplies() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("replicated");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            String name = database.url().substring(database.url().lastIndexOf('/') + 1);
            EmbeddedMysqlServer silent = server.newReplica(
                    Map.of("log-replica-updates", "OFF", "binlog-row-metadata", "FULL", "max-write-lock-count", "8"));
            EmbeddedMysqlServer logging = server.newReplica(PREFERRED);
            assertThat(check(silent.connection(name), "t"))
                    .extracting(Finding::code)
                    .containsExactly(ErrorCode.BINLOG_OFF);
            assertThat(check(logging.connection(name), "t")).isEmpty();
        }
    }

    @Test
    void findsWhatIsWrongWithRelations() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V8_0, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("shapes");
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE keyless (id int NOT NULL, n int, UNIQUE (n), UNIQUE (id, n))",
                    "CREATE TABLE isam (id int PRIMARY KEY) ENGINE = MyISAM",
                    "CREATE TABLE parent (id int PRIMARY KEY)",
                    "CREATE TABLE child (id int PRIMARY KEY, p int, FOREIGN KEY (p) REFERENCES parent (id)"
                            + " ON DELETE SET NULL)",
                    "CREATE TABLE strict (id int PRIMARY KEY, p int, FOREIGN KEY (p) REFERENCES parent (id))",
                    "CREATE VIEW v AS SELECT * FROM parent");
            assertThat(check(database, "keyless", "isam", "parent", "child", "strict", "v", "nowhere"))
                    .extracting(f ->
                            f.code() + " " + f.object().substring(f.object().indexOf('.') + 1))
                    .containsExactlyInAnyOrder(
                            "RELATION_KEYLESS keyless",
                            "RELATION_ENGINE isam",
                            "FOREIGN_KEY_ACTION child",
                            "RELATION_KIND v",
                            "RELATION_MISSING nowhere");
        }
    }

    /** Since 9.6 the server does what a foreign key asks for, and logs it. */
    @Test
    void takesForeignKeyActionsWhereTheServerLogsThem() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("logged");
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE parent (id int PRIMARY KEY)",
                    "CREATE TABLE child (id int PRIMARY KEY, p int, FOREIGN KEY (p) REFERENCES parent (id)"
                            + " ON DELETE CASCADE ON UPDATE CASCADE)",
                    "INSERT INTO parent VALUES (1), (2)",
                    "INSERT INTO child VALUES (1, 1), (2, 2)");
            assertThat(check(database, "parent", "child")).isEmpty();
            MysqlTestServer.execute(
                    database, "FLUSH BINARY LOGS", "DELETE FROM parent WHERE id = 1", "UPDATE parent SET id = 3");
            assertThat(childEvents(database)).containsExactly("Delete_rows", "Update_rows");
        }
    }

    private static List<String> childEvents(ConnectionConfig database) throws SQLException {
        List<String> events = new ArrayList<>();
        try (Connection session = MysqlTestServer.open(database);
                Statement statement = session.createStatement()) {
            String child = "";
            try (var row = statement.executeQuery("SHOW BINLOG EVENTS IN 'binlog.000002'")) {
                while (row.next()) {
                    String info = row.getString("Info");
                    String table = info.split(" flags", 2)[0];
                    if (row.getString("Event_type").equals("Table_map") && info.contains(".child)")) {
                        child = info.substring(0, info.indexOf(" ("));
                    } else if (row.getString("Event_type").endsWith("_rows") && table.equals(child)) {
                        events.add(row.getString("Event_type"));
                    }
                }
            }
        }
        return events;
    }

    @ParameterizedTest
    @EnumSource
    void namesThePrivilegesThatTheUserLacks(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("guarded");
            String name = database.url().substring(database.url().lastIndexOf('/') + 1);
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE t (id int PRIMARY KEY)",
                    "CREATE TABLE hidden (id int PRIMARY KEY)",
                    "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'word'",
                    "GRANT SELECT ON " + name + ".t TO reader@'127.0.0.1'");
            ConnectionConfig reader = new ConnectionConfig(database.url(), "reader", "word");
            assertThat(check(reader, "t", "hidden"))
                    .extracting(Finding::code)
                    .containsExactlyInAnyOrder(
                            ErrorCode.REPLICATION_PRIVILEGE,
                            ErrorCode.REPLICATION_PRIVILEGE,
                            ErrorCode.RELATION_MISSING,
                            ErrorCode.SELECT_PRIVILEGE);
            MysqlTestServer.execute(
                    database,
                    "GRANT SELECT, LOCK TABLES ON " + name + ".* TO reader@'127.0.0.1'",
                    "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO reader@'127.0.0.1'");
            assertThat(check(reader, "t", "hidden")).isEmpty();
            assertThat(check(new ConnectionConfig(database.url(), "reader", "wrong"), "t"))
                    .extracting(Finding::code)
                    .containsExactly(ErrorCode.SOURCE_AUTHENTICATION);
        }
    }

    @Test
    void warnsOfPreparedXaTransactions() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("xa");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            try (Connection session = MysqlTestServer.open(database);
                    Statement statement = session.createStatement()) {
                for (String step :
                        List.of("XA START 'left'", "INSERT INTO t VALUES (1)", "XA END 'left'", "XA PREPARE 'left'")) {
                    statement.execute(step);
                }
            }
            List<Finding> findings = check(database, "t");
            assertThat(findings).extracting(Finding::code).containsExactly(ErrorCode.XA_PREPARED);
            assertThat(findings).noneMatch(Finding::refuses);
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesThePrivilegeThatFlushingNeeds(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("flushed");
            String name = StreamUnderTest.name(database);
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE t (id int PRIMARY KEY)",
                    "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'word'",
                    "GRANT SELECT, LOCK TABLES ON " + name + ".* TO reader@'127.0.0.1'",
                    "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO reader@'127.0.0.1'");
            ConnectionConfig reader = new ConnectionConfig(database.url(), "reader", "word");
            assertThat(check(LockStrategy.LOCK_TABLES, reader, "t")).isEmpty();
            assertThat(check(LockStrategy.FLUSH_TABLES, reader, "t"))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.code()).isEqualTo(ErrorCode.SELECT_PRIVILEGE);
                        assertThat(finding.observed()).contains("FLUSH_TABLES");
                        assertThat(finding.refuses()).isTrue();
                    });
            String privilege = version == MysqlVersion.V8_0 ? "RELOAD" : "FLUSH_TABLES";
            MysqlTestServer.execute(database, "GRANT " + privilege + " ON *.* TO reader@'127.0.0.1'");
            assertThat(check(LockStrategy.FLUSH_TABLES, reader, "t")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void warnsOfWhatMayGoWrong(MysqlVersion version) throws SQLException {
        Map<String, String> settings = Map.of("max-allowed-packet", "1048576", "binlog-row-metadata", "MINIMAL");
        try (MysqlTestServer server = MysqlTestServer.start(version, settings)) {
            ConnectionConfig database = server.newDatabase("warned");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            List<Finding> findings = check(database, "t");
            assertThat(findings)
                    .extracting(f -> f.code() + " " + f.observed().split(" ", 2)[0])
                    .containsExactlyInAnyOrder(
                            "BINLOG_CONTENT binlog_row_metadata",
                            "LOCK_STARVATION max_write_lock_count",
                            "PACKET_LIMIT max_allowed_packet");
            assertThat(findings).noneMatch(Finding::refuses);
            assertThat(check(LockStrategy.FLUSH_TABLES, database, "t"))
                    .extracting(Finding::code)
                    .doesNotContain(ErrorCode.LOCK_STARVATION);
        }
    }

    @Test
    void refusesAServerWithoutAnId() throws SQLException {
        Map<String, String> settings =
                Map.of("server-id", "0", "binlog-row-metadata", "FULL", "max-write-lock-count", "8");
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, settings)) {
            ConnectionConfig database = server.newDatabase("anonymous");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            assertThat(check(database, "t")).extracting(Finding::code).containsExactly(ErrorCode.SERVER_ID);
        }
    }

    @Test
    void refusesColumnsInCharacterSetsWhoseTablesAreNotHeld() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, PREFERRED)) {
            ConnectionConfig database = server.newDatabase("sets");
            MysqlTestServer.execute(
                    database,
                    "CREATE TABLE t (id int PRIMARY KEY, a varchar(9) CHARACTER SET gb18030, b text CHARACTER SET ujis,"
                            + " c enum('x') CHARACTER SET eucjpms, d varchar(9) CHARACTER SET sjis)");
            assertThat(check(database, "t"))
                    .extracting(f -> f.code() + " " + f.observed())
                    .containsExactly(
                            "COLUMN_TYPE column a in character set gb18030",
                            "COLUMN_TYPE column b in character set ujis",
                            "COLUMN_TYPE column c in character set eucjpms");
        }
    }

    private static List<Finding> check(ConnectionConfig database, String... tables) {
        return check(LockStrategy.LOCK_TABLES, database, tables);
    }

    private static List<Finding> check(LockStrategy strategy, ConnectionConfig database, String... tables) {
        return new MysqlChecks(MysqlSources.sessions(database), MysqlSources.relations(database, tables), strategy)
                .check();
    }
}
