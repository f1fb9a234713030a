package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A MySQL database, read as a source reads it and written under the sink's rules. */
final class MysqlSide implements TargetSide, AutoCloseable {
    private final ConnectionConfig database;
    private final Connection connection;
    private String table = "";
    private List<String> types = List.of();
    private List<Integer> keys = List.of();

    MysqlSide(ConnectionConfig database) throws SQLException {
        this.database = database;
        this.connection = MysqlTestServer.open(database);
        connection.setAutoCommit(false);
        execute("SET SESSION time_zone = '+00:00', sql_mode ="
                + " 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION'");
    }

    TargetVersion version() throws SQLException {
        return TargetVersion.parse(connection.getMetaData().getDatabaseProductVersion());
    }

    /** A table that is there, with all its rows. */
    CrossedTable table(String name) {
        return new CrossedTable(schema(name), lines(name));
    }

    @Override
    public DatabaseKind kind() {
        return DatabaseKind.MYSQL;
    }

    @Override
    public void create(RelationSchema schema, RelationMapping mapping) throws SQLException {
        table = schema.relation().name();
        keys = schema.keyColumns();
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < schema.columns().size(); i++) {
            columns.append("c" + i + " " + mapping.type(i) + (keys.contains(i) ? " NOT NULL, " : " NULL, "));
        }
        String key = keys.stream().map(k -> "c" + k).collect(Collectors.joining(", "));
        execute("CREATE TABLE " + table + " (" + columns + "PRIMARY KEY (" + key + "))");
        types = schema(table).columns().stream().map(Column::type).toList();
    }

    @Override
    public List<String> types() {
        return types;
    }

    @Override
    public void load(String line) throws SQLException {
        List<@Nullable String> cells = CrossedTable.cells(line);
        String values = types.stream().map(MysqlSide::value).collect(Collectors.joining(", "));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")")) {
            for (int i = 0; i < cells.size(); i++) {
                insert.setString(i + 1, cells.get(i));
            }
            insert.executeUpdate();
            if (insert.getWarnings() != null) {
                throw new SQLException("a warning: a value was made to fit");
            }
        }
    }

    private static String value(String type) {
        return switch (type.split("[( ]", 2)[0]) {
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "vector", "geometry", "point" ->
                "UNHEX(SUBSTR(?, 3))";
            case "bit" -> "CAST(CONV(?, 2, 10) AS UNSIGNED)";
            case "timestamp" -> "SUBSTRING_INDEX(?, '+', 1)";
            default -> "?";
        };
    }

    @Override
    public void finish() throws SQLException {
        connection.commit();
    }

    @Override
    public void abandon() throws SQLException {
        connection.rollback();
    }

    @Override
    public void empty() throws SQLException {
        execute("DELETE FROM " + table);
        connection.commit();
    }

    @Override
    public List<String> read() {
        return lines(table);
    }

    private RelationSchema schema(String name) {
        return MysqlSources.sessions(database)
                .ask(
                        "reading the catalog",
                        session -> new MysqlCatalog(session).read(MysqlSources.relations(database, name)))
                .get(0)
                .schema();
    }

    private List<String> lines(String name) {
        LockedView locked = MysqlSources.opening(database, MysqlSources.PATIENT)
                .open(MysqlSources.identity(database), MysqlSources.relations(database, name), waiting -> {});
        RelationSchema schema = schema(name);
        List<String> lines = new ArrayList<>();
        try (MysqlViewSession view = new MysqlViewSession(locked, "mysql");
                ChunkReader reader = view.read(schema, KeyRange.ALL)) {
            boolean more = true;
            while (more) {
                RowBuffer buffer = new RowBuffer(1 << 16);
                more = reader.read(buffer);
                int length = buffer.length();
                lines.addAll(new String(buffer.take(), 0, length, StandardCharsets.UTF_8)
                        .lines()
                        .toList());
            }
        }
        return lines;
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
