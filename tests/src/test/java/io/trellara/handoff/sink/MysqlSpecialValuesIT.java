package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that conversions spoil pass untouched on every way into MySQL, on its oldest and its newest version. */
final class MysqlSpecialValuesIT {
    /** A type, values of it as the server is told them, and their cells. */
    private record Case(String type, String literal, String cell) {}

    private static final List<Case> CASES = List.of(
            new Case("tinyint(1)", "-1", "-1"),
            new Case("bigint unsigned", "18446744073709551615", "18446744073709551615"),
            new Case(
                    "decimal(65,30)",
                    "-" + "9".repeat(35) + "." + "9".repeat(30),
                    "-" + "9".repeat(35) + "." + "9".repeat(30)),
            new Case("float", "16777217", "16777216"),
            new Case("float", "1.17549435e-38", "1.1754944e-38"),
            new Case("double", "-1.7976931348623157e308", "-1.7976931348623157e308"),
            new Case("double", "5e-324", "5e-324"),
            new Case("bit(1)", "b'1'", "1"),
            new Case("bit(64)", "b'" + "10".repeat(32) + "'", "10".repeat(32)),
            new Case("year", "0", "0000"),
            new Case("date", "'0000-00-00'", "0000-00-00"),
            new Case("date", "'2026-00-00'", "2026-00-00"),
            new Case("datetime(6)", "'9999-12-31 23:59:59.999999'", "9999-12-31 23:59:59.999999"),
            new Case("timestamp(3) NULL", "'2026-11-30 00:30:00.125'", "2026-11-30 00:30:00.125+00"),
            new Case("timestamp NULL", "'0000-00-00 00:00:00'", "0000-00-00 00:00:00+00"),
            new Case("time(6)", "'-838:59:58.999999'", "-838:59:58.999999"),
            new Case("char(5) COLLATE utf8mb4_bin", "'ab'", "ab"),
            new Case(
                    "varchar(60) COLLATE utf8mb4_general_ci",
                    "'tab\\tnl\\ncr\\r\\\\ \\b\f\013 \\\\N \"q\" ''s'' \\0 \\Z %_ \u20ac \uD83D\uDE00 '",
                    "tab\\tnl\\ncr\\r\\\\ \b\f\013 \\\\N \"q\" 's' \0 \032 %_ \u20ac \uD83D\uDE00 "),
            new Case("varchar(20) COLLATE utf8mb4_bin", "'\f\013'", "\f\013"),
            new Case("varchar(20) COLLATE latin1_swedish_ci", "'\u00e4\u00df\u20ac'", "\u00e4\u00df\u20ac"),
            new Case("varchar(20) COLLATE gbk_chinese_ci", "'\u4e2d\u6587'", "\u4e2d\u6587"),
            new Case("text COLLATE utf8mb4_bin", "''", ""),
            new Case("text COLLATE utf8mb4_bin", "'\\\\N'", "\\\\N"),
            new Case("binary(4)", "x'01000000'", "\\\\x01000000"),
            new Case("varbinary(20)", "''", "\\\\x"),
            new Case("blob", "x'00ff5c0a0d27'", "\\\\x00ff5c0a0d27"),
            new Case("longblob", "REPEAT(x'fe', 100000)", "\\\\x" + "fe".repeat(100_000)),
            new Case("enum('a','it''s','2') COLLATE utf8mb4_bin", "'it''s'", "it's"),
            new Case("enum('a','it''s','2') COLLATE utf8mb4_bin", "'2'", "2"),
            new Case("set('x','y','z') COLLATE utf8mb4_bin", "'z,x'", "x,z"),
            new Case(
                    "json",
                    "'{\"k\": [1, 2.0, \"a\\\\\"b\\\\\\\\\", -3.5e300]}'",
                    "{\"k\": [1, 2.0, \"a\\\\\"b\\\\\\\\\", -3.5e300]}"),
            new Case(
                    "geometry",
                    "ST_GeomFromText('POINT(1 -2.5)')",
                    "\\\\x000000000101000000000000000000f03f00000000000004c0"));

    @SuppressWarnings("NullAway.Init")
    private MysqlTestServer server;

    @SuppressWarnings("NullAway.Init")
    private SinkOnTarget target;

    @AfterEach
    void close() {
        target.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(MysqlVersion.class)
    void passUntouched(MysqlVersion version) throws SQLException {
        List<Case> cases = new ArrayList<>(CASES);
        if (version != MysqlVersion.V8_0) {
            cases.add(new Case("vector(2)", "x'0000803f000020c0'", "\\\\x0000803f000020c0"));
        }
        server = MysqlTestServer.start(version);
        target = new SinkOnTarget(server);
        RelationSchema schema = schema(cases);
        target.control().prepare(List.of(schema));
        long generation = target.control().raiseGeneration();
        target.execute(
                "CREATE TABLE origin LIKE cases",
                "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00'",
                "INSERT INTO origin VALUES (0, "
                        + cases.stream().map(Case::literal).collect(Collectors.joining(", ")) + ")");
        String line = "\t" + cases.stream().map(Case::cell).collect(Collectors.joining("\t"));
        String nulls = "\t\\N".repeat(cases.size());
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(schema, generation, 1, 0 + line, 1 + nulls));
        writer.flush(false);
        same(cases, 0);
        write(writer, copy(schema, generation, 2, 0 + nulls, 2 + line));
        writer.flush(false);
        same(cases, 2);
        write(
                writer,
                TestBlocks.of(schema)
                        .change(ChangeOp.UPDATE, 200, 0, 1 + line)
                        .change(ChangeOp.INSERT, 200, 1, 3 + line)
                        .change(ChangeOp.DELETE, 200, 2, "0")
                        .block(generation, 0));
        writer.flush(false);
        same(cases, 1);
        same(cases, 3);
        target.execute("SET GLOBAL local_infile = OFF");
        HandoffSinkWriter inserting = target.writer();
        write(inserting, copy(schema, generation, 3, 4 + line));
        inserting.flush(false);
        same(cases, 4);
        assertThat(target.rows("SELECT id FROM cases ORDER BY id")).containsExactly("1", "2", "3", "4");
    }

    private void same(List<Case> cases, int id) throws SQLException {
        for (int i = 0; i < cases.size(); i++) {
            String type = cases.get(i).type();
            String form =
                    type.contains("COLLATE") || (type.contains("b") && !type.contains("double")) ? "HEX(%s)" : "%s";
            if (type.equals("json") || type.equals("geometry") || type.startsWith("vector")) {
                form = type.equals("json") ? "CAST(%s AS CHAR)" : "HEX(%s)";
            }
            String equal = form.replace("%s", "o.c" + i) + " <=> " + form.replace("%s", "v.c" + i);
            assertThat(target.rows(
                            "SELECT " + equal + ", v.c" + i + " IS NULL FROM origin o, cases v WHERE v.id = " + id))
                    .as(type + " " + i + " of row " + id)
                    .containsExactly("1|0");
        }
    }

    private static RelationSchema schema(List<Case> cases) {
        List<Column> columns = new ArrayList<>(List.of(key("id", "bigint", KeyOrder.INTEGER)));
        for (int i = 0; i < cases.size(); i++) {
            columns.add(column("c" + i, cases.get(i).type().replace(" NULL", "")));
        }
        return new RelationSchema(new Relation("public", "cases"), columns, List.of(0), "ab".repeat(32));
    }
}
