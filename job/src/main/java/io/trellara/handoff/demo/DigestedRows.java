package io.trellara.handoff.demo;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.sink.types.NormalColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a relation on one side, as digests of what their cells mean: the same row has the same digests on every
 * kind of database. They come as the server has them, in no order. One thread.
 */
final class DigestedRows {
    private static final int FETCH = 2_000;

    private final ComparedSide side;
    private final Relation relation;
    private final List<ComparedColumn> columns;
    private final List<CellReading> readings;
    private final List<NormalColumn> normals;
    private final MessageDigest digest = sha256();

    /** @param columns this side's, in an order that both sides share */
    DigestedRows(ComparedSide side, Relation relation, List<ComparedColumn> columns) {
        this.side = side;
        this.relation = relation;
        this.columns = columns;
        this.readings = columns.stream()
                .map(column -> CellReading.of(side.kind(), column))
                .toList();
        this.normals = columns.stream()
                .map(column -> NormalColumn.of(side.kind(), column.type()))
                .toList();
    }

    void forEach(Consumer<RowDigest> consumer) throws SQLException {
        try (Statement statement = side.session().createStatement()) {
            // What makes MySQL's driver stream makes PostgreSQL's hold everything.
            statement.setFetchSize(side.kind() == DatabaseKind.MYSQL ? Integer.MIN_VALUE : FETCH);
            try (ResultSet rows = statement.executeQuery(select())) {
                while (rows.next()) {
                    consumer.accept(digested(rows));
                }
            }
        }
    }

    private String select() {
        String selected =
                String.join(", ", readings.stream().map(CellReading::selected).toList());
        String from = switch (side.kind()) {
            case POSTGRESQL -> relation.quoted();
            case MYSQL -> '`' + relation.schema() + "`.`" + relation.name() + '`';
        };
        return "SELECT " + selected + " FROM " + from;
    }

    private RowDigest digested(ResultSet row) throws SQLException {
        byte[][] cells = new byte[columns.size()][];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(row, i);
        }
        for (int i = 0; i < cells.length; i++) {
            if (columns.get(i).inKey()) {
                add(cells[i]);
            }
        }
        ByteBuffer key = ByteBuffer.wrap(digest.digest());
        for (byte[] cell : cells) {
            add(cell);
        }
        ByteBuffer all = ByteBuffer.wrap(digest.digest());
        return new RowDigest(key.getLong(), key.getLong(), all.getLong(), all.getLong());
    }

    private byte @Nullable [] cell(ResultSet row, int column) throws SQLException {
        CellReading reading = readings.get(column);
        String text;
        if (side.kind() == DatabaseKind.MYSQL) {
            byte[] sent = row.getBytes(column + 1);
            if (sent == null) {
                return null;
            }
            text = reading.cell(sent);
        } else {
            text = row.getString(column + 1);
            if (text == null) {
                return null;
            }
        }
        return normals.get(column).of(text).getBytes(StandardCharsets.UTF_8);
    }

    private void add(byte @Nullable [] cell) {
        int length = cell == null ? -1 : cell.length;
        for (int shift = 24; shift >= 0; shift -= 8) {
            digest.update((byte) (length >> shift));
        }
        if (cell != null) {
            digest.update(cell);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
