package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** One statement with its parameters, bound in the order of the calls. One thread; used once. */
final class JdbcEvidenceQuery {
    /** Makes a record of the present row. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private interface Parameter {
        void bind(PreparedStatement statement, int index) throws SQLException;
    }

    private final Connection connection;
    private final String sql;
    private final List<Parameter> parameters = new ArrayList<>();

    JdbcEvidenceQuery(Connection connection, String sql) {
        this.connection = connection;
        this.sql = sql;
    }

    /** Three parameters: source, dataset, run. */
    JdbcEvidenceQuery key(RunKey run) {
        return text(run.sourceId()).text(run.datasetId()).text(run.runId());
    }

    JdbcEvidenceQuery text(String value) {
        parameters.add((statement, index) -> statement.setString(index, value));
        return this;
    }

    JdbcEvidenceQuery text(Optional<String> value) {
        parameters.add((statement, index) -> statement.setString(index, value.orElse(null)));
        return this;
    }

    JdbcEvidenceQuery lsn(Optional<Position> value) {
        return text(value.map(Position::toString));
    }

    JdbcEvidenceQuery lsn(Position value) {
        return text(value.toString());
    }

    JdbcEvidenceQuery number(long value) {
        parameters.add((statement, index) -> statement.setLong(index, value));
        return this;
    }

    JdbcEvidenceQuery number(OptionalLong value) {
        parameters.add((statement, index) -> {
            if (value.isPresent()) {
                statement.setLong(index, value.getAsLong());
            } else {
                statement.setNull(index, java.sql.Types.BIGINT);
            }
        });
        return this;
    }

    JdbcEvidenceQuery moment(Instant value) {
        return moment(Optional.of(value));
    }

    JdbcEvidenceQuery moment(Optional<Instant> value) {
        parameters.add((statement, index) -> {
            if (value.isPresent()) {
                statement.setObject(index, value.get().atOffset(ZoneOffset.UTC));
            } else {
                statement.setNull(index, java.sql.Types.TIMESTAMP_WITH_TIMEZONE);
            }
        });
        return this;
    }

    /** Runs it and returns the number of rows changed. */
    int update() throws SQLException {
        try (PreparedStatement statement = prepare()) {
            return statement.executeUpdate();
        }
    }

    /** Runs an INSERT of one row, and returns the {@code id} that the database has given it. */
    long insert() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql, new String[] {"id"})) {
            bind(statement);
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    /**
     * Runs it once for each of {@code rows}: {@code parametersOf} adds a row's values to what is bound already.
     *
     * @return for each row the number of rows changed; not known of an INSERT
     */
    <T> int[] updateEach(List<T> rows, BiConsumer<JdbcEvidenceQuery, T> parametersOf) throws SQLException {
        int common = parameters.size();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (T row : rows) {
                parametersOf.accept(this, row);
                bind(statement);
                statement.addBatch();
                parameters.subList(common, parameters.size()).clear();
            }
            return statement.executeBatch();
        }
    }

    /** Runs it and reads all rows; they are fetched in portions. */
    <T> List<T> list(Row<T> row) throws SQLException {
        try (PreparedStatement statement = prepare()) {
            statement.setFetchSize(5_000);
            try (ResultSet rows = statement.executeQuery()) {
                List<T> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(row.read(rows));
                }
                return all;
            }
        }
    }

    /** Parameters in parentheses, for a list after IN. */
    static String in(Collection<?> values) {
        return values.stream().map(value -> "?").collect(Collectors.joining(", ", "(", ")"));
    }

    /** The first row, if any. */
    <T> Optional<T> first(Row<T> row) throws SQLException {
        return list(row).stream().findFirst();
    }

    static Optional<String> text(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    static Optional<Position> lsn(ResultSet row, String column) throws SQLException {
        return text(row, column).map(Position::parse);
    }

    static OptionalLong number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    private PreparedStatement prepare() throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            bind(statement);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            parameters.get(i).bind(statement, i + 1);
        }
    }
}
