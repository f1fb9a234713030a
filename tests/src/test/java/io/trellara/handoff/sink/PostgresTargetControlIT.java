package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the coordinator finds and does at the target. */
final class PostgresTargetControlIT {
    private static final RelationSchema ITEMS =
            schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", "character varying(20)"));

    private static TestServer server;
    private SinkOnTarget target;

    @BeforeAll
    static void startServer() {
        server = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(server);
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void createsAMissingTableThatTheSinkCanUse() throws SQLException {
        JdbcTargetControl control = target.control();
        assertThat(control.check(List.of(ITEMS), true)).isEmpty();
        control.prepare(List.of(ITEMS));
        control.prepare(List.of(ITEMS));
        assertThat(control.check(List.of(ITEMS), true)).isEmpty();
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, control.raiseGeneration(), 1, "1\ta"));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|a");
        assertThat(control.check(List.of(ITEMS), false)).isEmpty();
    }

    @Test
    void theLedgersEndCoversWhatTheFarthestLaneHasApplied() throws SQLException {
        JdbcTargetControl control = target.control();
        assertThat(control.ledgerEnd()).isEmpty();
        assertThat(control.ledger()).isEmpty();
        lane(0, "0/100", -1);
        lane(1, "0/A0", 3);
        assertThat(control.ledgerEnd()).hasValue(new Lsn(0x100));
        assertThat(control.ledger()).hasValue(new Lsn(0xA0));
        lane(2, "0/100", 0);
        assertThat(control.ledgerEnd()).hasValue(new Lsn(0x101));
    }

    private void lane(int lane, String position, int ordinal) throws SQLException {
        TestServer.execute(
                target.database,
                "INSERT INTO trellara.sink_ledger (source_id, dataset_id, run_id, lane, position, ordinal)"
                        + " VALUES ('src', 'shop', 'r1', " + lane + ", '" + position + "', " + ordinal + ")");
    }

    @Test
    void findsEveryProblemAtOnce() throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE parents (id bigint PRIMARY KEY)",
                "CREATE TABLE items (id bigint PRIMARY KEY, name varchar(10) NOT NULL UNIQUE, must int NOT NULL,"
                        + " parent bigint REFERENCES parents, EXCLUDE (must WITH =))",
                "INSERT INTO items (id, name, must) VALUES (1, 'a', 1)");
        List<Finding> findings = target.control().check(List.of(ITEMS), true);
        assertThat(findings)
                .extracting(Finding::observed)
                .containsExactlyInAnyOrder(
                        "column name of type character varying(10)",
                        "column name NOT NULL",
                        "column must NOT NULL without a default, which the source does not have",
                        "unique index items_name_key",
                        "foreign key items_parent_fkey",
                        "exclusion constraint items_must_excl",
                        "rows in the target table");
        assertThat(codes(target.control().check(List.of(ITEMS), false))).doesNotContain(ErrorCode.TARGET_NOT_EMPTY);
    }

    @Test
    void foreignKeysMayStayUnderReplica() throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE parents (id bigint PRIMARY KEY)",
                "CREATE TABLE items (id bigint PRIMARY KEY REFERENCES parents, name varchar(20))");
        SinkConfig replica = with(Existing.REFUSE, true, Constraints.REPLICA);
        assertThat(codes(target.control().check(List.of(ITEMS), true))).containsExactly(ErrorCode.TARGET_CONSTRAINT);
        assertThat(target.control(replica).check(List.of(ITEMS), true)).isEmpty();
        try (TargetSession session = TargetSession.open(replica)) {
            session.execute("INSERT INTO public.items VALUES (1, 'orphan')");
            session.commit();
        }
        assertThat(target.rows("SELECT name FROM items")).containsExactly("orphan");
    }

    @Test
    void namesATypeThatTheTargetDoesNotHave() {
        RelationSchema moody = schema("moods", key("id", "bigint", KeyOrder.INTEGER), column("mood", "public.mood"));
        assertThat(target.control().check(List.of(moody), true))
                .extracting(Finding::code, Finding::observed)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(
                        ErrorCode.TARGET_INCOMPATIBLE,
                        "column mood of type public.mood, which the target does not have"));
    }

    @Test
    void refusesToCreateWhereThatIsNotAllowed() {
        JdbcTargetControl control = target.control(with(Existing.REFUSE, false, Constraints.AS_IS));
        assertThat(codes(control.check(List.of(ITEMS), true))).containsExactly(ErrorCode.TARGET_TABLE_MISSING);
        assertThatThrownBy(() -> control.prepare(List.of(ITEMS)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_TABLE_MISSING));
    }

    @Test
    void refusesTruncatesOrKeepsRowsThatAreThere() throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE items (id bigint PRIMARY KEY, name varchar(20))",
                "INSERT INTO items VALUES (7, 'before')");
        JdbcTargetControl refusing = target.control();
        assertThatThrownBy(() -> refusing.prepare(List.of(ITEMS)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_NOT_EMPTY));
        target.control(with(Existing.MERGE, true, Constraints.AS_IS)).prepare(List.of(ITEMS));
        assertThat(target.rows("SELECT id FROM items")).containsExactly("7");
        JdbcTargetControl truncating = target.control(with(Existing.TRUNCATE, true, Constraints.AS_IS));
        truncating.prepare(List.of(ITEMS));
        assertThat(target.rows("SELECT id FROM items")).isEmpty();
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, truncating.raiseGeneration(), 1, "1\ta"));
        writer.flush(false);
        truncating.prepare(List.of(ITEMS));
        refusing.prepare(List.of(ITEMS));
        assertThat(target.rows("SELECT id FROM items")).containsExactly("1");
    }

    @Test
    void emptiesATableThatAnEmptyOneReferences() throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE items (id bigint PRIMARY KEY, name varchar(20))",
                "CREATE TABLE lines (id bigint PRIMARY KEY REFERENCES items)",
                "INSERT INTO items VALUES (7, 'before')");
        RelationSchema lines = schema("lines", key("id", "bigint", KeyOrder.INTEGER));
        target.control(with(Existing.TRUNCATE, true, Constraints.REPLICA)).prepare(List.of(ITEMS, lines));
        assertThat(target.rows("SELECT id FROM items")).isEmpty();
    }

    @Test
    void namesMissingPrivileges() throws SQLException {
        String role = "u" + Long.toHexString(System.nanoTime());
        TestServer.execute(
                target.database,
                "CREATE ROLE " + role + " LOGIN PASSWORD 'x'",
                "CREATE TABLE items (id bigint PRIMARY KEY, name varchar(20))",
                "GRANT USAGE ON SCHEMA trellara TO " + role,
                "GRANT SELECT, INSERT ON items TO " + role);
        ConnectionConfig poor = new ConnectionConfig(target.database.url(), role, "x");
        RelationSchema missing = schema("missing", key("id", "bigint", KeyOrder.INTEGER));
        List<Finding> findings =
                target.control(SinkConfig.of(target.config.run(), poor)).check(List.of(ITEMS, missing), true);
        assertThat(findings).allMatch(f -> f.code() == ErrorCode.TARGET_PRIVILEGE);
        assertThat(findings)
                .extracting(f -> f.object() + " " + f.required())
                .containsExactly(
                        "trellara.sink_generation SELECT, INSERT, UPDATE",
                        "trellara.sink_ledger SELECT, INSERT, UPDATE",
                        "trellara.sink_applied SELECT, INSERT, UPDATE",
                        "trellara.halts SELECT, INSERT",
                        "public.items UPDATE",
                        "public.items DELETE",
                        "public.items TRUNCATE",
                        "schema public CREATE");
    }

    @Test
    void saysThatTheTargetIsNotThere() {
        ConnectionConfig wrong = new ConnectionConfig(target.database.url(), "nobody", "wrong");
        assertThat(codes(target.control(SinkConfig.of(target.config.run(), wrong))
                        .check(List.of(), true)))
                .containsExactly(ErrorCode.TARGET_UNREACHABLE);
    }

    @Test
    void saysThatTheSinksTablesAreMissing() throws SQLException {
        ConnectionConfig bare = server.newDatabase("bare");
        assertThat(codes(
                        target.control(SinkConfig.of(target.config.run(), bare)).check(List.of(), true)))
                .containsOnly(ErrorCode.EVIDENCE_SCHEMA_MISSING)
                .hasSize(4);
    }

    private SinkConfig with(Existing existing, boolean create, Constraints constraints) {
        return new SinkConfig(
                target.config.run(),
                DatabaseKind.POSTGRESQL,
                target.database,
                existing,
                create,
                SinkConfig.Flush.DEFAULT,
                constraints);
    }

    private static List<ErrorCode> codes(List<Finding> findings) {
        return findings.stream().map(Finding::code).toList();
    }
}
