package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** A PostgreSQL database, read and written by COPY under the source's settings. */
final class PostgresSide implements TargetSide, AutoCloseable {
    private final Connection connection;
    private final StringBuilder waiting = new StringBuilder();
    private String table = "";

    PostgresSide(ConnectionConfig database) throws SQLException {
        this.connection = TestServer.open(database);
        for (String setting : List.of(
                "TimeZone = 'UTC'",
                "DateStyle = 'ISO'",
                "IntervalStyle = 'postgres'",
                "extra_float_digits = 3",
                "bytea_output = 'hex'",
                "search_path = ''")) {
            execute("SET " + setting);
        }
    }

    /** A table of the schema {@code public}, with all its rows, as one of another schema. */
    CrossedTable table(String name, String schema, int keys) throws SQLException {
        table = "public." + name;
        List<Column> columns = new ArrayList<>();
        for (String type : types()) {
            columns.add(new Column("c" + columns.size(), type, 0, columns.size() >= keys, KeyOrder.UNORDERED));
        }
        Relation relation = new Relation(schema, name);
        List<Integer> keyColumns = IntStream.range(0, keys).boxed().toList();
        return new CrossedTable(new RelationSchema(relation, columns, keyColumns, "0".repeat(64)), read());
    }

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.POSTGRESQL;
    }

    @Override
    public void create(RelationSchema schema, RelationMapping mapping) throws SQLException {
        table = schema.relation().quoted();
        String columns = IntStream.range(0, schema.columns().size())
                .mapToObj(i -> "c" + i + " " + mapping.type(i) + ", ")
                .collect(Collectors.joining());
        String key = schema.keyColumns().stream().map(k -> "c" + k).collect(Collectors.joining(", "));
        execute("CREATE TABLE " + table + " (" + columns + "PRIMARY KEY (" + key + "))");
    }

    @Override
    public List<String> types() throws SQLException {
        List<String> types = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT format_type(atttypid, atttypmod) FROM pg_attribute"
                        + " WHERE attrelid = '" + table + "'::regclass AND attnum > 0 ORDER BY attnum")) {
            while (row.next()) {
                types.add(row.getString(1));
            }
        }
        return types;
    }

    @Override
    public void load(String line) {
        waiting.append(line).append('\n');
    }

    @Override
    public void finish() throws SQLException {
        byte[] lines = waiting.toString().getBytes(StandardCharsets.UTF_8);
        waiting.setLength(0);
        try {
            copies().copyIn("COPY " + table + " FROM STDIN", new ByteArrayInputStream(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void abandon() {
        waiting.setLength(0);
    }

    @Override
    public void empty() throws SQLException {
        execute("TRUNCATE " + table);
    }

    @Override
    public List<String> read() throws SQLException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        try {
            copies().copyOut("COPY " + table + " TO STDOUT", lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private CopyManager copies() throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
