package io.trellara.handoff.model;

import java.util.Locale;

/** What a run may wait for; of each kind there is one wait at a time. */
public enum WaitKind {
    /** A slot is being created, which waits for every transaction that was open when it began (design §5). */
    SLOT_CREATION,
    /** A view may not be read yet: transactions in it are still ending (R12). */
    VIEW_SETTLING,
    /** A view's table locks, behind somebody who writes or alters. */
    TABLE_LOCKS,
    /** The run's slot, which another session holds. */
    SLOT_HELD,
    /** The stream stands at its floor, until the chunks that it must not pass are durable (R2). */
    FLOOR,
    /** A checkpoint is long in coming: nothing becomes durable meanwhile. */
    CHECKPOINT,
    /** The run's generation at the target, which a sink of an earlier one holds (R6). */
    GENERATION;

    /** As the evidence has it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static WaitKind parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
