package io.trellara.handoff.sink.types;

/** What a session at the target must be set to, for converted cells to mean there what they mean here. */
public final class TargetSettings {
    /**
     * Of a MySQL session. Strict, so that a value that does not fit is refused and not bent; zero dates, partial ones
     * and days that no calendar has are values; a key of zero is no wish for a generated one; and UTC.
     */
    public static final String MYSQL = "SET SESSION sql_mode ="
            + " 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION',"
            + " time_zone = '+00:00'";

    private TargetSettings() {}
}
