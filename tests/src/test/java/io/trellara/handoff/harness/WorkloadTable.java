package io.trellara.handoff.harness;

import io.trellara.handoff.model.Relation;

/**
 * A table for workloads: a key, a version that is 0 when loaded and 1 once changed, and some padding.
 *
 * @param keys how its keys look
 */
public record WorkloadTable(Relation relation, Keys keys) {
    /** Kinds of keys. */
    public enum Keys {
        BIGINT("bigint", "{n} * 10"),
        /** In the database's collation, with cases, accents and punctuation that a byte order puts elsewhere. */
        TEXT(
                "text",
                "(ARRAY['a', 'B', 'ä', 'Z', '_', 'z-', ' ', 'É'])[1 + {n} % 8] || ({n} * 7919 % 1000003) || '-' || {n}");

        private final String type;
        private final String expression;

        Keys(String type, String expression) {
            this.type = type;
            this.expression = expression;
        }

        /** The SQL expression for the key of a number; {@code number} is an SQL expression too. */
        String of(String number) {
            return expression.replace("{n}", number);
        }
    }

    public static WorkloadTable bigint(String name) {
        return new WorkloadTable(new Relation("public", name), Keys.BIGINT);
    }

    public static WorkloadTable text(String name) {
        return new WorkloadTable(new Relation("public", name), Keys.TEXT);
    }

    /** Creates it. */
    public String ddl() {
        return "CREATE TABLE " + relation.quoted() + " (id " + keys.type
                + " PRIMARY KEY, version bigint NOT NULL, pad text)";
    }

    /** Fills it with the rows 1 to {@code rows}, at version 0. */
    public String load(long rows) {
        return "INSERT INTO " + relation.quoted() + " SELECT " + keys.of("n")
                + ", 0, md5(n::text) FROM generate_series(1, " + rows + "::bigint) n";
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
        return "INSERT INTO " + relation.quoted() + " VALUES (" + keys.of(number + "::bigint") + ", 1, 'new')";
    }

    String update(long number) {
        return "UPDATE " + relation.quoted() + " SET version = 1 WHERE id = " + keys.of(number + "::bigint");
    }

    String delete(long number) {
        return "DELETE FROM " + relation.quoted() + " WHERE id = " + keys.of(number + "::bigint");
    }

    String move(long number, long to) {
        return "UPDATE " + relation.quoted() + " SET version = 1, id = " + keys.of(to + "::bigint") + " WHERE id = "
                + keys.of(number + "::bigint");
    }
}
