package io.trellara.handoff.dialect;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
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
        Lsn confirmed, Optional<Lsn> restart, String walStatus, Optional<Integer> activePid, long retainedBytes) {

    /**
     * Requires of a run's slot that it will hand out everything behind {@code position}.
     *
     * @param slot the slot of that name, as it is now
     * @throws HandoffException SLOT_MISSING, SLOT_LOST, or SLOT_AHEAD
     */
    public static void require(Optional<SlotStatus> slot, String name, Position position) {
        String object = "slot " + name;
        SlotStatus found = slot.orElseThrow(() -> new HandoffException(new Finding(
                ErrorCode.SLOT_MISSING,
                object,
                "no such slot at the source",
                "the slot that the run was started with",
                "start a new run: what was written since cannot be told any more")));
        if (found.walStatus().equals("lost")) {
            throw new HandoffException(new Finding(
                    ErrorCode.SLOT_LOST,
                    object,
                    "wal_status lost",
                    "the log since the run's position",
                    "raise max_slot_wal_keep_size and start a new run"));
        }
        if (!position.covers(found.confirmed())) {
            throw new HandoffException(new Finding(
                    ErrorCode.SLOT_AHEAD,
                    object,
                    "confirmed_flush_lsn " + found.confirmed(),
                    position + " or earlier",
                    "start a new run: changes in between would be skipped in silence"));
        }
    }
}
