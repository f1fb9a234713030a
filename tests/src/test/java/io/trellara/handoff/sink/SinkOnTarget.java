package io.trellara.handoff.sink;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.RunKey;
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
        this.database = server.newDatabase("sink");
        this.config = SinkConfig.of(new RunKey("src", "shop", "r1"), database);
        SchemaMigrations.migrateTarget(database);
        TestServer.execute(database, ddl);
    }

    PostgresTargetControl control() {
        return control(config);
    }

    PostgresTargetControl control(SinkConfig with) {
        PostgresTargetControl control = new PostgresTargetControl(with, Duration.ofMillis(200));
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
        try (Connection connection = TestServer.open(database);
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
