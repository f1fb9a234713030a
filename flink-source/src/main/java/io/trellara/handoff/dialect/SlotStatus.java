package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Lsn;
import java.util.Optional;

/**
 * The run's slot as {@code pg_replication_slots} shows it.
 *
 * @param confirmed {@code confirmed_flush_lsn}
 * @param restart {@code restart_lsn}; empty where the log is gone
 * @param walStatus {@code wal_status}: reserved, extended, unreserved, lost
 * @param activePid the session that holds it
 * @param retainedBytes log kept back by it
 */
public record SlotStatus(
        Lsn confirmed, Optional<Lsn> restart, String walStatus, Optional<Integer> activePid, long retainedBytes) {}
