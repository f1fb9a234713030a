package io.trellara.handoff.job.cli;

import java.util.ArrayList;
import java.util.List;

/** Lays rows of cells out in columns. */
final class Columns {
    private Columns() {}

    /** Lines with two spaces between columns; cells that are numbers are flush right. */
    static List<String> of(List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                if (widths.size() == column) {
                    widths.add(0);
                }
                widths.set(column, Math.max(widths.get(column), row.get(column).length()));
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String pad = " ".repeat(widths.get(column) - cell.length());
            line.append(column == 0 ? "" : "  ").append(number(cell) ? pad + cell : cell + pad);
        }
        return line.toString().stripTrailing();
    }

    private static boolean number(String cell) {
        return !cell.isEmpty() && cell.chars().allMatch(c -> Character.isDigit(c) || ".,%".indexOf(c) >= 0);
    }
}
