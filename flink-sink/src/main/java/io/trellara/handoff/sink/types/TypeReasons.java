package io.trellara.handoff.sink.types;

import java.util.List;

/** Why the tables are as they are, in paragraphs of Markdown. */
final class TypeReasons {
    static final List<String> GENERAL = List.of(
            "A target table that is missing is created with the columns below, their nullability and the primary key."
                    + " Defaults, generated and identity columns, other indexes, foreign keys and checks are not created.",
            "A type that cannot be created is refused before a run, by column (HANDOFF-2105). A value that its column"
                    + " cannot hold halts the run, by relation, column and type (HANDOFF-7006): it is never cut, rounded or"
                    + " made NULL.",
            "A table that is there may have other types that hold as much: wider numbers, longer text, more digits of a"
                    + " fraction. Between two kinds a column outside the key may also be `longtext` (MySQL) or `text`"
                    + " (PostgreSQL): it takes any type, as the source prints it. That is the way out wherever something"
                    + " below halts.",
            "Changes of a key are first taken together and then converted, since only the source's values tell which"
                    + " keys are equal. Names are kept: PostgreSQL takes 63 bytes, MySQL 64 characters, and longer ones are"
                    + " refused. PostgreSQL's schema is MySQL's database.");

    static final List<String> POSTGRES_TO_MYSQL = List.of(
            "**Text** is created under `utf8mb4_0900_bin`, which tells all texts apart as PostgreSQL does and does not pad"
                    + " with blanks. MySQL has it from 8.0.17 on; on older servers text outside a key is created under"
                    + " `utf8mb4_bin`, and text in a key is refused, since `'a'` and `'a '` would be one key there. A key of"
                    + " text or bytes gets its part of the 3072 bytes that an index has; a longer value halts, for a"
                    + " VARCHAR would lose the blanks that are too many without an error. Text of unknown length is"
                    + " LONGTEXT, and so are all long VARCHARs of a row that would be longer than MySQL's rows are.",
            "**Moments:** MySQL's TIMESTAMP ends in January 2038, so a `timestamp with time zone` becomes a DATETIME that is"
                    + " in UTC. The years 1 to 9999 are held; MySQL promises the years from 1000 on, and the servers that we"
                    + " test (8.0.15 and 9.7) keep the earlier ones.",
            "**JSON:** MySQL keeps numbers as whole ones of 64 bits or as doubles, PostgreSQL as they are written. A number"
                    + " that MySQL would print as another one halts; so does, before MySQL 9.7, one that its swift parser"
                    + " reads wrong in the last bits, as it does some of more than 15 digits. Blanks and the order of keys are no part of the value.",
            "**What MySQL has no type for** (intervals, times with a zone, arrays, ranges, networks, enums, domains and"
                    + " all that extensions bring) is kept as the text that PostgreSQL prints and reads: nothing is lost, and"
                    + " a cast brings it back. A domain is such a type too; where its values are to be numbers at the"
                    + " target, leave the domain out at the source.");

    static final List<String> MYSQL_TO_POSTGRES = List.of(
            "**Keys of text:** MySQL's collations call texts equal that differ (`a` and `A`, `a` and `a ` under most). PostgreSQL's"
                    + " columns are created under the database's own collation, where only the same text is equal. That is"
                    + " right: the source's key never holds two texts at once that it calls equal, so none of its keys is"
                    + " missing or doubled at the target; and an update from `a` to `A` is a change of the key, which arrives"
                    + " as a delete of `a` and an upsert of `A`.",
            "**Dates:** MySQL holds `0000-00-00`, `2026-00-10` and, if told to, `2026-02-31`. PostgreSQL holds none of"
                    + " them, and they are not made NULL: they halt. `datetime` has no zone in either; a `timestamp` is a"
                    + " point in time in both.",
            "**Times:** MySQL's TIME is a span from -838:59:59 to 838:59:59, which is PostgreSQL's `interval`.",
            "**Truth:** `tinyint(1)` holds -128 to 127 and stays a number; `bit(1)` stays a bit.",
            "**JSON** becomes `jsonb`, which has an order and an equality as MySQL's JSON has, and no text of its own. A"
                    + " number keeps all its digits.",
            "**Text** holds U+0000 in MySQL and not in PostgreSQL: it halts. An index in PostgreSQL takes about 2700"
                    + " bytes of a key, in MySQL 3072: a longer key is refused by the target.");

    static final List<String> MYSQL_TO_MYSQL = List.of(
            "The same types under the same collations. An older target may lack a type or a collation, which is refused:"
                    + " `vector` before 9.0, `utf8mb4_0900_bin` before 8.0.17. The sink writes under strict rules that admit"
                    + " zero dates, partial ones and days that no calendar has. Below is what may halt all the same.");

    static final List<String> POSTGRES_TO_POSTGRES =
            List.of("The same types, and every value as the source prints it; nothing is converted.");

    private TypeReasons() {}
}
