package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import java.util.Optional;

/**
 * A column on both sides: its cells are brought into a form in which they are the same text exactly when the target's
 * column holds what the job writes of the source's. Cells are what a source of their kind gives, unescaped. Immutable.
 */
public final class ColumnPair {
    private final CellConversion conversion;
    private final ColumnPlace place;
    private final NormalColumn source;
    private final NormalColumn target;

    private ColumnPair(CellConversion conversion, ColumnPlace place, NormalColumn source, NormalColumn target) {
        this.conversion = conversion;
        this.place = place;
        this.source = source;
        this.target = target;
    }

    /** Of a column that the job writes: both are compared as what the target makes of it. */
    static ColumnPair written(
            CellConversion conversion, ColumnPlace place, DatabaseKind sourceKind, DatabaseKind targetKind) {
        NormalColumn normal = approximateAsText(place, sourceKind, targetKind)
                ? NormalColumn.of(sourceKind, place.type())
                : NormalColumn.of(targetKind, place.target());
        return new ColumnPair(conversion, place, normal, normal);
    }

    /** Of one that the job would not write, since the target's type does not hold it: each as what it means. */
    static ColumnPair unheld(ColumnPlace place, DatabaseKind sourceKind, DatabaseKind targetKind) {
        return new ColumnPair(
                CellConversion.NONE,
                place,
                NormalColumn.of(sourceKind, place.type()),
                NormalColumn.of(targetKind, place.target()));
    }

    /** The digits that a log's number is printed with, and those that the server prints, need not be the same. */
    private static boolean approximateAsText(ColumnPlace place, DatabaseKind sourceKind, DatabaseKind targetKind) {
        return sourceKind == DatabaseKind.MYSQL
                && targetKind == DatabaseKind.POSTGRESQL
                && MysqlType.parse(place.type()).approximate()
                && PostgresType.parse(place.target()).holdsText(0);
    }

    /** The source's cell as it is written at the target; throws TARGET_VALUE_UNHELD. */
    public String written(String cell) {
        if (conversion == CellConversion.NONE) {
            return cell;
        }
        byte[] escaped = CellText.escaped(cell);
        LineBuffer into = new LineBuffer(escaped.length + 16);
        conversion.put(escaped, 0, escaped.length, place, into);
        return CellText.plain(into.bytes(), 0, into.length());
    }

    /** A cell of the source in the form; throws TARGET_VALUE_UNHELD. */
    public String ofSource(String cell) {
        return source.of(written(cell));
    }

    /** The same; empty where the target cannot hold it, and so has something else. */
    public Optional<String> formOfSource(String cell) {
        try {
            return Optional.of(ofSource(cell));
        } catch (HandoffException e) {
            if (e.code() != ErrorCode.TARGET_VALUE_UNHELD) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** A cell of the target in the form. */
    public String ofTarget(String cell) {
        return target.of(cell);
    }
}
