package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A target database with the sink's tables, and writers on it. One thread. */
final class SinkOnTarget implements AutoCloseable {
    private static final SinkWriter.Context CONTEXT = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return Long.MIN_VALUE;
        }

        @Override
        public Long timestamp() {
            return 0L;
        }
    };

    final ConnectionConfig database;
    final SinkConfig config;
    final SteppedTime time = new SteppedTime();
    private final Deque<Runnable> open = new ArrayDeque<>();

    SinkOnTarget(TestServer server, String... ddl) throws SQLException {
        this(server.newDatabase("sink"));
        SchemaMigrations.migrateTarget(database);
        execute(ddl);
    }

    /** One server has one database of the sink's own; relations are in the one named public, as PostgreSQL's are. */
    SinkOnTarget(MysqlTestServer server, String... ddl) throws SQLException {
        this(plain(server.embedded().connection("public")));
        ConnectionConfig anywhere = plain(server.embedded().connection(""));
        MysqlTestServer.execute(anywhere, "DROP DATABASE IF EXISTS public", "CREATE DATABASE public");
        SchemaMigrations.migrateTarget(database);
        for (String table : List.of("sink_generation", "sink_ledger", "sink_applied", "halts")) {
            MysqlTestServer.execute(anywhere, "TRUNCATE TABLE trellara." + table);
        }
        execute(ddl);
    }

    private SinkOnTarget(ConnectionConfig database) {
        this.database = database;
        this.config = of("r1");
    }

    static ConnectionConfig plain(ConnectionConfig server) {
        return new ConnectionConfig(
                server.url() + "?sslMode=DISABLED&allowPublicKeyRetrieval=true", server.username(), server.password());
    }

    boolean mysql() {
        return database.kind() == DatabaseKind.MYSQL;
    }

    /** A type of text whose equality is equality of bytes. */
    String text() {
        return mysql() ? "varchar(200) COLLATE utf8mb4_bin" : "text";
    }

    /** What {@link #createItems} makes. */
    RelationSchema items() {
        return schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", text()), column("body", text()));
    }

    String createItems() {
        return "CREATE TABLE items (id bigint PRIMARY KEY, name " + text() + ", body " + text() + ")";
    }

    /** Runs commands at the target, each in its own transaction. */
    void execute(String... commands) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** A session of the superuser's. */
    Connection open() throws SQLException {
        return mysql() ? MysqlTestServer.open(database) : TestServer.open(database);
    }

    /** The defaults, of another run. */
    SinkConfig of(String runId) {
        return new SinkConfig(
                new RunKey("src", "shop", runId),
                database.kind(),
                database,
                Existing.REFUSE,
                true,
                SinkConfig.Flush.DEFAULT,
                Constraints.AS_IS);
    }

    SinkConfig with(Existing existing, boolean create, Constraints constraints) {
        return new SinkConfig(
                config.run(), database.kind(), database, existing, create, SinkConfig.Flush.DEFAULT, constraints);
    }

    JdbcTargetControl control() {
        return control(config);
    }

    JdbcTargetControl control(SinkConfig with) {
        return control(with, new SharedRowFence(with.run()));
    }

    JdbcTargetControl control(SinkConfig with, GenerationFence fence) {
        JdbcTargetControl control = new JdbcTargetControl(with, Duration.ofMillis(200), fence);
        open.push(control::close);
        return control;
    }

    HandoffSinkWriter writer() {
        return writer(WriterRules.of(config.run()));
    }

    HandoffSinkWriter writer(WriterRules rules) {
        return writer(config, rules);
    }

    HandoffSinkWriter writer(SinkConfig with, WriterRules rules) {
        SinkMetrics metrics = new SinkMetrics(UnregisteredMetricsGroup.createSinkWriterMetricGroup());
        HandoffSinkWriter writer = new HandoffSinkWriter(with, new JdbcTargetDoor(with, rules), time, metrics);
        open.push(writer::close);
        return writer;
    }

    static void write(HandoffSinkWriter writer, Block... blocks) {
        for (Block block : blocks) {
            writer.write(block, CONTEXT);
        }
    }

    /** Every row of a query, its columns joined by {@code |}, NULL as {@code ~}. */
    List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    String cell = result.getString(i);
                    cells.add(cell == null ? "~" : cell);
                }
                rows.add(String.join("|", cells));
            }
        }
        return rows;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }
}
