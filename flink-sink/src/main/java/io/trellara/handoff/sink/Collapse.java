package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.NetChange.Kind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one relation in one flush, taken together per key: the last image wins. Deletes are to be applied
 * before the rest, so that a key that equals another one at the server never stands in its way (design §10). Pure.
 */
final class Collapse {
    private final RelationSchema schema;
    private final KeyCells keys;
    private final Map<KeySlice, NetChange> byKey = new LinkedHashMap<>();

    Collapse(RelationSchema schema) {
        this.schema = schema;
        this.keys = new KeyCells(schema);
    }

    /** Takes the next change in log order; TRUNCATE is none of one key and is refused. */
    void add(ChangeOp op, CopyLine line) {
        KeySlice key = op == ChangeOp.DELETE ? keys.ofDelete(line) : keys.ofRow(line);
        NetChange before = byKey.get(key);
        NetChange after = switch (op) {
            case INSERT -> new NetChange(before == null ? Kind.INSERT : fullAfter(before), line);
            case UPDATE -> new NetChange(before == null ? Kind.UPDATE : fullAfter(before), line);
            case PARTIAL_UPDATE -> partial(before, line);
            case DELETE -> new NetChange(Kind.DELETE, line);
            case TRUNCATE ->
                throw HandoffException.bug(schema.relation().toString(), "a truncate among other changes", "alone");
        };
        byKey.put(key, after);
    }

    /** One change per key, in the order of the keys' first appearance. */
    Collection<NetChange> changes() {
        return byKey.values();
    }

    RelationSchema schema() {
        return schema;
    }

    /** A row that this flush inserts stays an insert; after anything else the row is, or was, there. */
    private static Kind fullAfter(NetChange before) {
        return before.kind() == Kind.INSERT ? Kind.INSERT : Kind.UPDATE;
    }

    private NetChange partial(@Nullable NetChange before, CopyLine line) {
        if (before == null) {
            return new NetChange(Kind.PARTIAL, line);
        }
        if (before.kind() == Kind.DELETE) {
            return before;
        }
        return new NetChange(
                before.kind(), before.line().merged(line, schema.columns().size()));
    }
}
