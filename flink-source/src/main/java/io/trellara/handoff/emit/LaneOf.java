package io.trellara.handoff.emit;

import io.trellara.handoff.model.CanonicalKey;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;

/**
 * The lane of a key: equal keys, as the server sees equality, always share one. A relation whose keys have no canonical
 * form is applied in one lane as a whole (design §10). One thread.
 */
final class LaneOf {
    private final int lanes;
    private final CanonicalKey canonical = new CanonicalKey();

    LaneOf(int lanes) {
        this.lanes = lanes;
    }

    int key(RelationSchema schema, Tuple image) {
        if (schema.keyCanonical()) {
            return canonical.of(schema, image).lane(lanes);
        }
        byte[] name = schema.relation().toString().getBytes(StandardCharsets.UTF_8);
        return canonical.start().add(KeyOrder.TEXT, name, 0, name.length).lane(lanes);
    }
}
