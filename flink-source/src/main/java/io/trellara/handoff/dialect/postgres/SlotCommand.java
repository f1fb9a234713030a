package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Relation;

/**
 * The replication command that creates a slot and exports its snapshot. Pure.
 *
 * @param slot the slot's name
 * @param temporary whether it ends with its session
 * @param failover whether it is synchronised to standbys; from 17 on
 */
record SlotCommand(String slot, boolean temporary, boolean failover) {
    /** The command's text for a server of that major version; 14 knows the older grammar only. */
    String text(int serverMajor) {
        String head = "CREATE_REPLICATION_SLOT " + Relation.quote(slot) + (temporary ? " TEMPORARY" : "")
                + " LOGICAL pgoutput ";
        if (serverMajor < 15) {
            return head + "EXPORT_SNAPSHOT";
        }
        return head + (failover && serverMajor >= 17 ? "(SNAPSHOT 'export', FAILOVER true)" : "(SNAPSHOT 'export')");
    }
}
