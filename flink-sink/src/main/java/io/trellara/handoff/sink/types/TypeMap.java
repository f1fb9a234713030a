package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;

/** The table of one pair of kinds. */
sealed interface TypeMap permits PostgresToPostgres, PostgresToMysql, MysqlToPostgres, MysqlToMysql {

    /** @param version the target's */
    static TypeMap of(DatabaseKind source, DatabaseKind target, TargetVersion version) {
        boolean fromPostgres = source == DatabaseKind.POSTGRESQL;
        return switch (target) {
            case POSTGRESQL -> fromPostgres ? new PostgresToPostgres() : new MysqlToPostgres();
            case MYSQL -> fromPostgres ? new PostgresToMysql(version) : new MysqlToMysql(version);
        };
    }

    /** What a column becomes. */
    ColumnMapping map(Column column, ColumnRole role);

    /** The bytes that a column would like to have in the target's index; 0 where its type takes what it takes. */
    default int keyWish(Column column) {
        return 0;
    }

    /** The limits of the target's kind. */
    TargetLimits limits();

    /** Whether a cell of one zero byte means that the value did not change: MySQL's rows are always whole. */
    boolean leavesOut();
}
