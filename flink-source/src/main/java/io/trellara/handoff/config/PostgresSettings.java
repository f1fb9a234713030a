package io.trellara.handoff.config;

/** Settings that sessions at a PostgreSQL share, wherever they are opened: values must print alike in all of them. */
public final class PostgresSettings {
    /** How values and names print. */
    public static final String PRINTING =
            "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3;"
                    + " SET bytea_output = 'hex'; SET search_path = pg_catalog, pg_temp;";

    private PostgresSettings() {}

    /**
     * Plans in which a range of the key costs what its rows cost.
     *
     * @param set {@code SET}, or {@code SET LOCAL} for the transaction alone
     */
    public static String rangePlans(String set) {
        return String.join(
                "; ", set + " enable_seqscan = off", set + " max_parallel_workers_per_gather = 0", set + " jit = off");
    }
}
