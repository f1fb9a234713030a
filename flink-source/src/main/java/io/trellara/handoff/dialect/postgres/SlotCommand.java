package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Relation;

/**
 * The replication command that creates a slot and exports its snapshot. Pure.
 *
 * @param base the run's slot name
 * @param temporary whether the slot is a view's own and ends with its session
 * @param failover whether it is synchronised to standbys; from 17 on
 */
record SlotCommand(String base, boolean temporary, boolean failover) {
    private static final int NAME_BYTES = 63;

    /** The slot's name: the run's, or one that no other living session of the run can have. */
    String slot(int pid) {
        if (!temporary) {
            return base;
        }
        String tail = "_v" + pid;
        return base.substring(0, Math.min(base.length(), NAME_BYTES - tail.length())) + tail;
    }

    /** The command's text for a session and a server's major version; 14 knows the older grammar only. */
    String text(int pid, int serverMajor) {
        String head = "CREATE_REPLICATION_SLOT " + Relation.quote(slot(pid)) + (temporary ? " TEMPORARY" : "")
                + " LOGICAL pgoutput ";
        if (serverMajor < 15) {
            return head + "EXPORT_SNAPSHOT";
        }
        return head + (failover && serverMajor >= 17 ? "(SNAPSHOT 'export', FAILOVER true)" : "(SNAPSHOT 'export')");
    }
}
