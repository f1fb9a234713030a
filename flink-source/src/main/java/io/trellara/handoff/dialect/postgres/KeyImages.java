package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import org.jspecify.annotations.Nullable;

/** The key's cells in the row images of a change. Nothing is allocated. */
final class KeyImages {
    private KeyImages() {}

    /**
     * A key column stored out of line comes as unchanged like any other large value; the server then sends the old key
     * with it, as it does where the key changes. Both images lie in the same message.
     */
    static void complete(RelationSchema schema, Tuple after, @Nullable Tuple old) {
        for (int i = 0; i < schema.keyColumns().size(); i++) {
            int key = schema.keyColumns().get(i);
            if (after.kind(key) == Tuple.UNCHANGED) {
                if (old == null) {
                    throw StreamFailures.keyLeftOut(schema.relation());
                }
                after.text(key, old.offset(key), old.length(key));
            }
        }
    }

    /** Requires the key in an old row. */
    static void require(RelationSchema schema, Tuple image) {
        for (int i = 0; i < schema.keyColumns().size(); i++) {
            if (image.kind(schema.keyColumns().get(i)) != Tuple.TEXT) {
                throw StreamFailures.malformed("an old row of " + schema.relation() + " without its key");
            }
        }
    }
}
