package io.trellara.handoff.harness;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import java.util.List;

/**
 * A table for workloads: a key, a version that is 0 when loaded and 1 once changed, and some padding.
 *
 * @param keys how its keys look
 */
public record WorkloadTable(Relation relation, Keys keys) {
    /** Kinds of keys. */
    public enum Keys {
        BIGINT,
        /** In the database's collation, with cases, accents and punctuation that a byte order puts elsewhere. */
        TEXT;

        private static final List<String> FIRST = List.of("a", "B", "ä", "Z", "_", "z-", " ", "É");

        private String type(DatabaseKind source, DatabaseKind kind) {
            if (this == BIGINT) {
                return "bigint";
            }
            if (kind == DatabaseKind.POSTGRESQL) {
                return "text";
            }
            return source == DatabaseKind.MYSQL ? "varchar(60)" : "varchar(768) COLLATE utf8mb4_0900_bin";
        }

        /** The SQL expression for the keys of the numbers in a column {@code n}. */
        private String ofEach() {
            if (this == BIGINT) {
                return "n * 10";
            }
            StringBuilder first = new StringBuilder("CASE n % 8");
            for (int i = 0; i < FIRST.size(); i++) {
                first.append(" WHEN ")
                        .append(i)
                        .append(" THEN '")
                        .append(FIRST.get(i))
                        .append("'");
            }
            return first + " END || (n * 7919 % 1000003) || '-' || n";
        }

        /** The key of a number. */
        private String of(long number) {
            return this == BIGINT
                    ? Long.toString(number * 10)
                    : "'" + FIRST.get((int) (number % 8)) + number * 7919 % 1_000_003 + "-" + number + "'";
        }
    }

    public static WorkloadTable bigint(String name) {
        return new WorkloadTable(new Relation("public", name), Keys.BIGINT);
    }

    public static WorkloadTable text(String name) {
        return new WorkloadTable(new Relation("public", name), Keys.TEXT);
    }

    /** Creates it. */
    public String ddl(DatabaseKind kind) {
        return ddl(kind, kind);
    }

    /** Creates it at a target, so that it holds what comes from a source of that kind. */
    String ddl(DatabaseKind source, DatabaseKind kind) {
        return "CREATE TABLE " + relation.quoted() + " (id " + keys.type(source, kind)
                + " PRIMARY KEY, version bigint NOT NULL, pad text)";
    }

    /** Fills it with the rows 1 to {@code rows}, at version 0. */
    public String load(DatabaseKind kind, long rows) {
        return "INSERT INTO " + relation.quoted() + " SELECT " + keys.ofEach() + ", 0, " + SideSql.digest(kind, "n")
                + " FROM " + SideSql.series(kind, 1, rows);
    }

    /** The SQL expression for the key of a row that is neither a loaded one nor a workload's, see {@link Marks}. */
    String mark(String number, int distance, int round) {
        return keys == Keys.BIGINT
                ? "(" + number + " * " + distance + " + " + distance / 2 + ") * 10 + " + round
                : "'mark-" + round + "-' || " + number;
    }

    /** The same as a number, where keys are numbers. */
    static long markId(long number, int distance, int round) {
        return (number * distance + distance / 2) * 10 + round;
    }

    String insert(long number) {
        return "INSERT INTO " + relation.quoted() + " VALUES (" + keys.of(number) + ", 1, 'new')";
    }

    String update(long number) {
        return "UPDATE " + relation.quoted() + " SET version = 1 WHERE id = " + keys.of(number);
    }

    String delete(long number) {
        return "DELETE FROM " + relation.quoted() + " WHERE id = " + keys.of(number);
    }

    String move(long number, long to) {
        return "UPDATE " + relation.quoted() + " SET version = 1, id = " + keys.of(to) + " WHERE id = "
                + keys.of(number);
    }
}
