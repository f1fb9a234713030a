package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Who counts a GTID's number: a server, or one of its tags (MySQL 8.3 and later). Ordered as MySQL prints them: by the
 * UUID's bytes, and a server before its tags.
 *
 * @param tag empty for the server itself; lower case
 */
public record GtidOrigin(UUID uuid, String tag) implements Serializable, Comparable<GtidOrigin> {
    private static final long serialVersionUID = 1;

    private static final Pattern UUID_FORM =
            Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}");
    private static final Pattern TAG_FORM = Pattern.compile("[a-z_][a-z0-9_]{0,31}");

    public GtidOrigin {
        if (!tag.isEmpty() && !TAG_FORM.matcher(tag).matches()) {
            throw new IllegalArgumentException("'" + tag + "' is not a GTID's tag");
        }
    }

    /** Reads {@code uuid} or {@code uuid:tag}, in upper or lower case. */
    public static GtidOrigin parse(String text) {
        int colon = text.indexOf(':');
        String uuid = (colon < 0 ? text : text.substring(0, colon)).strip();
        String tag = colon < 0 ? "" : text.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
        if (!UUID_FORM.matcher(uuid).matches() || (colon >= 0 && tag.isEmpty())) {
            throw new IllegalArgumentException("'" + text + "' is not a server's UUID, with or without a tag");
        }
        return new GtidOrigin(UUID.fromString(uuid), tag);
    }

    /** The same server's count under that tag. */
    GtidOrigin tagged(String other) {
        return new GtidOrigin(uuid, other);
    }

    @Override
    public int compareTo(GtidOrigin other) {
        int high = Long.compareUnsigned(uuid.getMostSignificantBits(), other.uuid.getMostSignificantBits());
        int low = Long.compareUnsigned(uuid.getLeastSignificantBits(), other.uuid.getLeastSignificantBits());
        int byUuid = high != 0 ? high : low;
        return byUuid != 0 ? byUuid : tag.compareTo(other.tag);
    }

    @Override
    public String toString() {
        return tag.isEmpty() ? uuid.toString() : uuid + ":" + tag;
    }
}
