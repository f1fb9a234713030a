package io.trellara.handoff.sink;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lines and schemas, written out. */
final class Lines {
    private Lines() {}

    /** A line inside a larger buffer, as in a block. */
    static CopyLine line(String text) {
        byte[] bytes = ("??" + text + "??").getBytes(StandardCharsets.UTF_8);
        return new CopyLine(bytes, 2, bytes.length - 4);
    }

    static String text(CopyLine line) {
        return new String(line.bytes(), line.offset(), line.length(), StandardCharsets.UTF_8);
    }

    static RelationSchema schema(List<Integer> keys, Column... columns) {
        return new RelationSchema(new Relation("public", "items"), List.of(columns), keys, "cd".repeat(32));
    }

    static Column column(String name, String type, boolean nullable) {
        KeyOrder order = switch (type) {
            case "bigint" -> KeyOrder.INTEGER;
            case "numeric" -> KeyOrder.NUMERIC;
            case "text" -> KeyOrder.TEXT;
            default -> KeyOrder.UNORDERED;
        };
        return new Column(name, type, 0, nullable, order);
    }
}
