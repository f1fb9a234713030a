package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.HandoffException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the checks need to know of the server and of the user.
 *
 * @param version {@code server_version_num}
 * @param slotsUsed slots that exist, of any kind
 * @param sendersUsed WAL senders at work, of any kind
 * @param keepMegabytes {@code max_slot_wal_keep_size}; -1 for no limit
 * @param idleSlotTimeout {@code idle_replication_slot_timeout} as the server writes it; empty where there is none
 * @param slot the run's slot name at the server: empty, or what kind of slot it is, {@code ours} where the run could
 *     use it
 * @param slotActive whether a session reads it
 */
record ServerFacts(
        int version,
        String walLevel,
        int slotsMost,
        int slotsUsed,
        int sendersMost,
        int sendersUsed,
        boolean inRecovery,
        long keepMegabytes,
        String idleSlotTimeout,
        String slot,
        boolean slotActive) {
    /** What {@link #slot} says of a slot that the run could use. */
    static final String OURS = "ours";

    private static final String SQL = """
            SELECT current_setting('server_version_num')::int, current_setting('wal_level'),
                   current_setting('max_replication_slots')::int, (SELECT count(*) FROM pg_replication_slots)::int,
                   current_setting('max_wal_senders')::int, (SELECT count(*) FROM pg_stat_replication)::int,
                   pg_is_in_recovery(),
                   (SELECT setting::bigint FROM pg_settings WHERE name = 'max_slot_wal_keep_size'),
                   coalesce(nullif(current_setting('idle_replication_slot_timeout', true), '0'), ''),
                   coalesce((SELECT CASE WHEN plugin = 'pgoutput' AND database = current_database() AND NOT temporary
                                         THEN 'ours'
                                         ELSE concat_ws(' ', CASE WHEN temporary THEN 'temporary' END, slot_type,
                                                        plugin, 'of database ' || database) END
                             FROM pg_replication_slots WHERE slot_name = ?), ''),
                   coalesce((SELECT active FROM pg_replication_slots WHERE slot_name = ?), false)""";

    static ServerFacts read(Connection session, String slot) throws SQLException {
        try (PreparedStatement query = session.prepareStatement(SQL)) {
            query.setString(1, slot);
            query.setString(2, slot);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw HandoffException.bug("source server", "no row of settings", "one row");
                }
                return new ServerFacts(
                        row.getInt(1),
                        row.getString(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getBoolean(7),
                        row.getLong(8),
                        row.getString(9),
                        row.getString(10),
                        row.getBoolean(11));
            }
        }
    }

    boolean slotExists() {
        return !slot.isEmpty();
    }
}
