package io.trellara.handoff.evidence;

import io.trellara.handoff.config.DatabaseKind;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The few texts of SQL that PostgreSQL and MySQL must have their own of; all others both understand. Pure. */
enum EvidenceSql {
    /** Text sorts by its bytes only where it is told to. */
    POSTGRESQL(
            " ON CONFLICT DO NOTHING",
            " COLLATE \"C\"",
            "CAST(? AS json)",
            "CAST(? AS int4[])",
            "{}",
            "SELECT to_regclass(?) IS NOT NULL",
            " + INTERVAL '1 microsecond'",
            """
            SELECT p.relation, p.schema_fingerprint, c.name, c.type, c.oid, c.nullable, c."order" AS key_order,
                c.key AS key_place
            FROM trellara.snapshot_table_progress p, jsonb_to_recordset(p.schema_columns) AS c
                (position int, name text, type text, oid int8, nullable bool, "order" text, key int)"""),

    /**
     * IGNORE would hide other errors too: an update to what is there does nothing, and takes the row's lock. The
     * tables' collation sorts by bytes.
     */
    MYSQL(
            " ON DUPLICATE KEY UPDATE run_id = run_id",
            "",
            "CAST(CONVERT(? USING utf8mb4) AS json)",
            "CAST(CONVERT(? USING utf8mb4) AS json)",
            "[]",
            "SELECT count(*) > 0 FROM information_schema.tables WHERE concat(table_schema, '.', table_name) = ?",
            " + INTERVAL 1 MICROSECOND",
            """
            SELECT p.relation, p.schema_fingerprint, c.name, c.type, c.oid, c.nullable, c.key_order, c.key_place
            FROM trellara.snapshot_table_progress p, JSON_TABLE(p.schema_columns, '$[*]' COLUMNS (
                position int PATH '$.position', name longtext CHARACTER SET utf8mb4 PATH '$.name',
                type longtext CHARACTER SET utf8mb4 PATH '$.type', oid bigint PATH '$.oid', nullable int PATH '$.nullable',
                key_order varchar(40) CHARACTER SET utf8mb4 PATH '$.order', key_place int PATH '$.key')) c""");

    private final String ifAbsent;
    private final String byBytes;
    private final String json;
    private final String numbersParameter;
    private final String numbersForm;
    private final String tableThere;
    private final String behind;
    private final String contracts;

    EvidenceSql(
            String ifAbsent,
            String byBytes,
            String json,
            String numbersParameter,
            String numbersForm,
            String tableThere,
            String behind,
            String contracts) {
        this.ifAbsent = ifAbsent;
        this.byBytes = byBytes;
        this.json = json;
        this.numbersParameter = numbersParameter;
        this.numbersForm = numbersForm;
        this.tableThere = tableThere;
        this.behind = behind;
        this.contracts = contracts;
    }

    static EvidenceSql of(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> POSTGRESQL;
            case MYSQL -> MYSQL;
        };
    }

    /** Ends an INSERT of a run: one that is there stays as it is. */
    String ifAbsent() {
        return ifAbsent;
    }

    /** A column of text to be sorted by its bytes. */
    String byBytes(String column) {
        return column + byBytes;
    }

    /** A parameter that is JSON. The driver of MySQL hands over bytes where the server takes no backslashes. */
    String jsonParameter() {
        return json;
    }

    /** A parameter of {@code run_controls.chunks}. */
    String numbersParameter() {
        return numbersParameter;
    }

    /** That parameter's value. */
    String numbers(Collection<Integer> numbers) {
        return numbers.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(",", numbersForm.substring(0, 1), numbersForm.substring(1)));
    }

    /** The numbers that either kind of database prints; PostgreSQL's driver quotes them where it gets them as bytes. */
    static List<Integer> readNumbers(String text) {
        String inner = text.substring(1, text.length() - 1);
        return inner.isBlank()
                ? List.of()
                : List.of(inner.split(",", -1)).stream()
                        .map(number -> Integer.valueOf(number.replace('"', ' ').strip()))
                        .toList();
    }

    /** Whether the table {@code ?}, as {@code schema.name}, is there. */
    String tableThere() {
        return tableThere;
    }

    /** The first moment behind that one. */
    String behind(String moment) {
        return moment + behind;
    }

    /** The contracts' columns, one a row, of the progress rows {@code p}; a WHERE is to follow. */
    String contracts() {
        return contracts;
    }
}
