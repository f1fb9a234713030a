package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads every row of a run and of those within it as the tables have them, with whatever columns there are. */
final class JdbcEvidenceRows {
    private static final String OF_FAMILY = " WHERE source_id = ? AND dataset_id = ? AND run_id IN"
            + " (SELECT r.run_id FROM trellara.snapshot_runs r WHERE r.source_id = ? AND r.dataset_id = ?"
            + " AND (r.run_id = ? OR r.parent_run_id = ?))";

    private static final String OF_VERIFICATIONS =
            " WHERE verification_id IN (SELECT v.id FROM trellara.verification_runs v" + OF_FAMILY + ")";

    private JdbcEvidenceRows() {}

    /** All of them; to be called within a moment. */
    static Map<EvidenceTable, List<EvidenceRow>> all(JdbcEvidenceConnection connection, RunKey run)
            throws SQLException {
        Map<EvidenceTable, List<EvidenceRow>> all = new EnumMap<>(EvidenceTable.class);
        for (EvidenceTable table : EvidenceTable.values()) {
            all.put(table, rows(connection, run, table));
        }
        return all;
    }

    private static List<EvidenceRow> rows(JdbcEvidenceConnection connection, RunKey run, EvidenceTable table)
            throws SQLException {
        String order = Stream.concat(table.texts().stream().map(connection.sql()::byBytes), table.numbers().stream())
                .collect(Collectors.joining(", "));
        String whose = table == EvidenceTable.VERIFICATION_TABLES ? OF_VERIFICATIONS : OF_FAMILY;
        return connection
                .query("SELECT * FROM " + EvidenceSchema.NAME + "." + table.table() + whose + " ORDER BY " + order)
                .text(run.sourceId())
                .text(run.datasetId())
                .text(run.sourceId())
                .text(run.datasetId())
                .text(run.runId())
                .text(run.runId())
                .list(JdbcEvidenceRows::row);
    }

    private static EvidenceRow row(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        List<EvidenceCell> cells = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            cells.add(cell(row, columns, i));
        }
        cells.sort(Comparator.comparing(EvidenceCell::column));
        return new EvidenceRow(cells);
    }

    private static EvidenceCell cell(ResultSet row, ResultSetMetaData columns, int i) throws SQLException {
        String column = columns.getColumnLabel(i).toLowerCase(Locale.ROOT);
        if (row.getObject(i) == null) {
            return new EvidenceCell(column, EvidenceCell.Kind.ABSENT, "");
        }
        return switch (columns.getColumnType(i)) {
            case Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT, Types.NUMERIC, Types.DECIMAL ->
                new EvidenceCell(column, EvidenceCell.Kind.NUMBER, number(row.getBigDecimal(i)));
            case Types.DOUBLE, Types.REAL, Types.FLOAT ->
                new EvidenceCell(column, EvidenceCell.Kind.NUMBER, number(BigDecimal.valueOf(row.getDouble(i))));
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> time(row, column);
            case Types.BOOLEAN, Types.BIT ->
                new EvidenceCell(column, EvidenceCell.Kind.FLAG, Boolean.toString(row.getBoolean(i)));
            case Types.ARRAY ->
                new EvidenceCell(
                        column,
                        EvidenceCell.Kind.DOCUMENT,
                        EvidenceSql.readNumbers(row.getString(i)).toString());
            default -> words(column, columns.getColumnTypeName(i), row.getString(i));
        };
    }

    private static EvidenceCell time(ResultSet row, String column) throws SQLException {
        Instant instant = JdbcEvidenceQuery.instant(row, column).orElseThrow();
        return new EvidenceCell(column, EvidenceCell.Kind.TIME, instant.toString());
    }

    private static EvidenceCell words(String column, String type, String text) {
        boolean document = type.toLowerCase(Locale.ROOT).startsWith("json");
        return new EvidenceCell(column, document ? EvidenceCell.Kind.DOCUMENT : EvidenceCell.Kind.TEXT, text);
    }

    private static String number(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
