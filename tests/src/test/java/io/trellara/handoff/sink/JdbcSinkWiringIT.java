package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.emit.BlockDeserializer;
import io.trellara.handoff.emit.HandoffTypes;
import io.trellara.handoff.emit.RowChange;
import io.trellara.handoff.emit.RowOp;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The source's rows into the Flink JDBC connector's own sink, as the README shows it. */
final class JdbcSinkWiringIT {
    private static final RelationSchema ITEMS =
            schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", "text"));

    /** One statement for every change, so that the changes of a key keep their order within a batch. */
    private static final String MERGE = """
            MERGE INTO public.items t USING (VALUES (?::bigint, ?::text, ?::boolean)) AS s (id, name, gone)
                ON t.id = s.id
              WHEN MATCHED AND s.gone THEN DELETE
              WHEN MATCHED THEN UPDATE SET name = s.name
              WHEN NOT MATCHED AND NOT s.gone THEN INSERT (id, name) VALUES (s.id, s.name)""";

    private static TestServer server;

    @BeforeAll
    static void startServer() {
        server = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @Test
    void theGuardKeepsAReplayFromMovingRowsBackwards() throws Exception {
        assertThat(run(true)).containsExactly("1|second", "3|third");
    }

    @Test
    void withoutTheGuardAReplayMovesRowsBackwards() throws Exception {
        assertThat(run(false)).containsExactly("1|first", "2|copied", "3|third");
    }

    private static List<String> run(boolean guarded) throws Exception {
        ConnectionConfig database = server.newDatabase("wired");
        TestServer.execute(database, "CREATE TABLE items (id bigint PRIMARY KEY, name text)");
        Configuration options = new Configuration();
        options.setString("state.backend.type", "rocksdb");
        options.setString("pipeline.generic-types", "false");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(options);
        env.setParallelism(1);
        DataStream<RowChange> rows = env.fromData(HandoffTypes.ROW_CHANGE, rows());
        DataStream<RowChange> passed =
                guarded ? rows.keyBy(PositionGuard.key(), Types.STRING).process(new PositionGuard()) : rows;
        passed.sinkTo(items(database));
        env.execute("rows into the connector's sink");
        return stored(database);
    }

    private static Sink<RowChange> items(ConnectionConfig database) {
        return JdbcSink.<RowChange>builder()
                .withQueryStatement(MERGE, JdbcSinkWiringIT::bind)
                .withExecutionOptions(
                        JdbcExecutionOptions.builder().withBatchSize(100).build())
                .buildAtLeastOnce(new TargetConnections(database, new RunKey("src", "shop", "r1"), "rows"));
    }

    private static void bind(PreparedStatement statement, RowChange row) throws SQLException {
        boolean gone = row.op() == RowOp.DELETE;
        statement.setString(1, row.key().get(0));
        statement.setString(2, gone ? null : row.cell(1));
        statement.setString(3, gone ? "t" : "f");
    }

    /** A copied chunk, changes, and then the same chunk and its changes replayed. */
    private static RowChange[] rows() {
        Block chunk = copy(ITEMS, 1, 1, "1\tcopied", "2\tcopied");
        Block changes = TestBlocks.of(ITEMS)
                .change(ChangeOp.UPDATE, 200, 0, "1\tfirst")
                .change(ChangeOp.UPDATE, 210, 0, "1\tsecond")
                .change(ChangeOp.DELETE, 220, 0, "2")
                .change(ChangeOp.INSERT, 230, 0, "3\tthird")
                .block(1, 0);
        Block replayed =
                TestBlocks.of(ITEMS).change(ChangeOp.UPDATE, 200, 0, "1\tfirst").block(1, 0);
        List<RowChange> rows = new ArrayList<>();
        for (Block block : List.of(chunk, changes, copy(ITEMS, 1, 1, "2\tcopied"), replayed)) {
            BlockDeserializer.rows().deserialize(block, rows::add);
        }
        return rows.toArray(RowChange[]::new);
    }

    private static List<String> stored(ConnectionConfig database) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT id, name FROM items ORDER BY id")) {
            while (result.next()) {
                rows.add(result.getString(1) + "|" + result.getString(2));
            }
        }
        return rows;
    }
}
