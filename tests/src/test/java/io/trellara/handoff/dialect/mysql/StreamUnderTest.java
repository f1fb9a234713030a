package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A stream of some tables' changes with what it has handed out. One thread. */
final class StreamUnderTest implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);

    final RecordedChanges recorded;
    final MysqlChangeStream stream;

    private StreamUnderTest(MysqlChangeStream stream, BinlogPosition from) {
        this.stream = stream;
        this.recorded = new RecordedChanges(from);
    }

    /** Streams from a position on. */
    static StreamUnderTest from(BinlogPosition from, BinlogSource source, BinlogContract contract) {
        return new StreamUnderTest(MysqlChangeStream.open(source, contract, from), from);
    }

    /** Streams what comes from now on. */
    static StreamUnderTest fromNow(ConnectionConfig database, String... tables) throws SQLException {
        return from(now(database), source(database), contract(database, tables));
    }

    static BinlogSource source(ConnectionConfig database) {
        return new BinlogSource(BinlogAddress.of(database), uuid -> true, 0, BinlogSource.Timing.DEFAULT);
    }

    /** All that the server has committed. */
    static BinlogPosition now(ConnectionConfig database) throws SQLException {
        return BinlogPosition.of(GtidSet.parse(MysqlTestServer.value(database, "SELECT @@GLOBAL.gtid_executed")));
    }

    /** The tables as they are now, with all their columns; the first one is the key. */
    static BinlogContract contract(ConnectionConfig database, String... tables) throws SQLException {
        List<RelationSchema> schemas = new ArrayList<>();
        for (String table : tables) {
            schemas.add(schema(database, table));
        }
        try (Connection session = MysqlTestServer.open(database)) {
            return new BinlogTables().contract(session, schemas);
        }
    }

    static RelationSchema schema(ConnectionConfig database, String table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (String name : MysqlTestServer.column(
                database,
                "SELECT column_name FROM information_schema.columns WHERE table_schema = '" + name(database)
                        + "' AND table_name = '" + table + "' ORDER BY ordinal_position")) {
            columns.add(new Column(name, "any", 0, true, KeyOrder.UNORDERED));
        }
        return new RelationSchema(new Relation(name(database), table), columns, List.of(0), "0".repeat(64));
    }

    static String name(ConnectionConfig database) {
        String url = database.url();
        return url.substring(url.lastIndexOf('/') + 1);
    }

    /** Polls until all that the server has committed by now has been handed out. */
    StreamUnderTest catchUp(ConnectionConfig database) throws SQLException {
        BinlogPosition target = now(database);
        await(() -> recorded.position.covers(target));
        return this;
    }

    /** Polls until the condition holds. */
    void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + LIMIT + "; at " + recorded.position + ", last of "
                        + recorded.changes.size() + " changes");
            }
            stream.poll(recorded, 1_000);
        }
    }

    List<String> changes() {
        return recorded.changes;
    }

    @Override
    public void close() {
        stream.close();
    }
}
