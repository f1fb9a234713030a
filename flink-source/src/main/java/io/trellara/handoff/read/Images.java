package io.trellara.handoff.read;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Questions about row images. Pure. */
final class Images {
    private Images() {}

    /** The image's key as text. */
    static Key key(RelationSchema schema, Tuple image) {
        List<String> cells = schema.keyColumns().stream()
                .map(i -> {
                    requireText(schema, image, i);
                    return new String(image.buffer(), image.offset(i), image.length(i), StandardCharsets.UTF_8);
                })
                .toList();
        return new Key(cells);
    }

    /** Whether both images have the same key cells, byte for byte. */
    static boolean sameKey(RelationSchema schema, Tuple left, Tuple right) {
        for (int i : schema.keyColumns()) {
            requireText(schema, left, i);
            requireText(schema, right, i);
            int from = left.offset(i);
            int other = right.offset(i);
            if (!Arrays.equals(
                    left.buffer(), from, from + left.length(i), right.buffer(), other, other + right.length(i))) {
                return false;
            }
        }
        return true;
    }

    /** Fills cells that {@code after} left out from the whole old row; both images share one buffer. */
    static void complete(Tuple after, Tuple before) {
        for (int i = 0; i < after.size(); i++) {
            if (after.kind(i) == Tuple.UNCHANGED && before.kind(i) == Tuple.TEXT) {
                after.text(i, before.offset(i), before.length(i));
            }
        }
    }

    private static void requireText(RelationSchema schema, Tuple image, int column) {
        if (image.kind(column) != Tuple.TEXT) {
            throw HandoffException.bug(
                    "relation " + schema.relation(),
                    "a change without its key column "
                            + schema.columns().get(column).name(),
                    "every key column in the replica identity");
        }
    }
}
