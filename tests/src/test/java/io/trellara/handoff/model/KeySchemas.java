package io.trellara.handoff.model;

import java.util.List;
import java.util.stream.IntStream;

/** Schemas whose columns are exactly their key. */
final class KeySchemas {
    private KeySchemas() {}

    static RelationSchema of(List<KeyOrder> orders) {
        return new RelationSchema(
                new Relation("public", "t"),
                IntStream.range(0, orders.size())
                        .mapToObj(i -> new Column("k" + i, "type", 0, false, orders.get(i)))
                        .toList(),
                IntStream.range(0, orders.size()).boxed().toList(),
                "f".repeat(64));
    }
}
