package io.trellara.handoff;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;

/** Small schemas and keys for tests. */
public final class Schemas {
    public static final Relation ORDERS = new Relation("shop", "orders");
    public static final Relation NAMES = new Relation("shop", "names");

    private Schemas() {}

    /** orders(id bigint key, note text, body text). */
    public static RelationSchema orders() {
        return new RelationSchema(
                ORDERS,
                List.of(
                        new Column("id", "bigint", 20, false, KeyOrder.INTEGER),
                        new Column("note", "text", 25, true, KeyOrder.TEXT),
                        new Column("body", "text", 25, true, KeyOrder.TEXT)),
                List.of(0),
                "ab".repeat(32));
    }

    /** names(name text key): keys without an order. */
    public static RelationSchema names() {
        return new RelationSchema(
                NAMES, List.of(new Column("name", "text", 25, false, KeyOrder.TEXT)), List.of(0), "cd".repeat(32));
    }

    public static Key key(long id) {
        return new Key(List.of(Long.toString(id)));
    }

    /** (lower, upper]; a negative end is open. */
    public static KeyRange range(long lower, long upper) {
        return KeyRange.of(
                lower < 0 ? Optional.empty() : Optional.of(key(lower)),
                upper < 0 ? Optional.empty() : Optional.of(key(upper)));
    }
}
