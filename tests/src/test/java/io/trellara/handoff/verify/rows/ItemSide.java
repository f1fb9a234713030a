package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One side of a table of items with a key of two columns, in the types that a handoff from the source's kind gives it.
 *
 * @param source the kind that items come from
 */
record ItemSide(ConnectionConfig database, DatabaseKind source) {
    static final int TENANTS = 3;
    static final int IDS = 40;
    private static final int LARGE = 100_000;

    boolean mysql() {
        return database.kind() == DatabaseKind.MYSQL;
    }

    void create() throws SQLException {
        boolean fromMysql = source == DatabaseKind.MYSQL;
        String columns = mysql()
                ? "tenant int, id bigint, name varchar(40) COLLATE utf8mb4_0900_bin, body longtext COLLATE utf8mb4_0900_bin,"
                        + " price decimal(10,2), seen datetime(6), data longblob, uid char(36) COLLATE ascii_bin,"
                        + " ok tinyint(1), doc json, ratio double"
                : "tenant int, id bigint, name varchar(40), body text, price numeric(10,2), seen timestamp(6)"
                        + (fromMysql ? "" : " with time zone") + ", data bytea, uid "
                        + (fromMysql ? "varchar(36)" : "uuid") + ", ok boolean, doc jsonb, ratio double precision";
        execute(
                "DROP TABLE IF EXISTS shop.items",
                "CREATE TABLE shop.items (" + columns + ", PRIMARY KEY (tenant, id))");
        fill(IDS);
    }

    private void fill(int ids) throws SQLException {
        for (int tenant = 1; tenant <= TENANTS; tenant++) {
            int of = tenant;
            execute("INSERT INTO shop.items VALUES "
                    + IntStream.rangeClosed(1, ids).mapToObj(id -> row(of, id)).collect(Collectors.joining(", ")));
        }
    }

    /** The row as it is on both sides; every seventh id has NULLs, every fifth a large text. */
    String row(int tenant, int id) {
        if (id % 7 == 0) {
            return "(" + tenant + ", " + id + ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";
        }
        String bytes = String.format("%04x00", tenant * 1000 + id);
        String body = id % 5 == 0 ? "b".repeat(LARGE) + tenant + "." + id : "a\\tb \"q\", (x) ä " + id;
        return "(" + tenant + ", " + id + ", 'name " + tenant + "." + id + "', " + text(body) + ", " + id + ".50, '"
                + "2026-11-30 10:00:00.1" + (mysql() ? "'" : "+00'") + ", " + (mysql() ? "X'" : "'\\x") + bytes
                + "', '" + String.format("0fa3c1d2-0000-4000-8000-%012x", id) + "', " + (id % 2 == 0 ? "true" : "false")
                + ", '{\"b\": [1.5, " + id + "], \"a\": null}', " + id + ".25)";
    }

    private String text(String plain) {
        return mysql() ? "'" + plain.replace("\\", "\\\\") + "'" : "'" + plain + "'";
    }

    /** Puts rows back as they were. */
    void restore(int tenant, int... ids) throws SQLException {
        for (int id : ids) {
            execute("DELETE FROM shop.items WHERE tenant = " + tenant + " AND id = " + id);
            if (tenant <= TENANTS && id <= IDS) {
                execute("INSERT INTO shop.items VALUES " + row(tenant, id));
            }
        }
    }

    void execute(String... commands) throws SQLException {
        TestServer.execute(database, commands);
    }

    /** A session whose settings are not those that rows are read under. */
    Side open() throws SQLException {
        Connection session = TestServer.open(database);
        try (var statement = session.createStatement()) {
            if (mysql()) {
                statement.execute("SET SESSION time_zone = '+05:00', sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
            } else {
                statement.execute(
                        "SET TimeZone = 'Asia/Tokyo'; SET bytea_output = 'escape';"
                                + " SET extra_float_digits = 0; SET IntervalStyle = 'iso_8601'; SET quote_all_identifiers = on");
            }
        }
        session.setAutoCommit(false);
        session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        return new Side(database.kind(), session);
    }
}
