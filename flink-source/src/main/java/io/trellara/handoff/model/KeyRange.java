package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A half-open key range {@code (lower, upper]} in the server's order; an absent end is open. */
public final class KeyRange implements Serializable {
    private static final long serialVersionUID = 1;

    /** The range that holds every key. */
    public static final KeyRange ALL = new KeyRange(null, null);

    private final @Nullable Key lower;
    private final @Nullable Key upper;

    private KeyRange(@Nullable Key lower, @Nullable Key upper) {
        this.lower = lower;
        this.upper = upper;
    }

    /** The range above {@code lower} up to and including {@code upper}. */
    public static KeyRange of(Optional<Key> lower, Optional<Key> upper) {
        return new KeyRange(lower.orElse(null), upper.orElse(null));
    }

    /** The exclusive lower end; empty for the first chunk. */
    public Optional<Key> lower() {
        return Optional.ofNullable(lower);
    }

    /** The inclusive upper end; empty for the last chunk. */
    public Optional<Key> upper() {
        return Optional.ofNullable(upper);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyRange that && lower().equals(that.lower()) && upper().equals(that.upper());
    }

    @Override
    public int hashCode() {
        return 31 * lower().hashCode() + upper().hashCode();
    }

    /** Which ends are open; bounds are values (R11). */
    @Override
    public String toString() {
        return (lower == null ? "(-" : "(key") + ", " + (upper == null ? "-)" : "key]");
    }
}
