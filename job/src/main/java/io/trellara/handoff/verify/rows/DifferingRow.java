package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;
import java.io.Serializable;

/**
 * A row that is not the same on both sides.
 *
 * @param digest the same for the same key on both sides
 * @param key its plain cells, as the target prints them for an extra row, else as the source does; values (R11)
 */
public record DifferingRow(Kind kind, KeyDigest digest, Key key) implements Serializable {
    /** How it differs. */
    public enum Kind {
        /** The source has it, the target has not. */
        MISSING,
        /** The target has it, the source has not. */
        EXTRA,
        /** Both have it, with other content. */
        DIFFERENT
    }
}
