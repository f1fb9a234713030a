package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.postgres.StreamContract.MessageColumn;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Map;

/** A contract of two relations, and a decoder that hands its calls to a recorder. */
final class StreamFixture {
    static final int ITEM = 16_401, LINE = 16_402, FOREIGN = 16_499;

    /** Key {@code id}; {@code note} is a large text. */
    static final RelationSchema ITEM_SCHEMA = new RelationSchema(
            new Relation("public", "item"),
            List.of(
                    column("id", 20, KeyOrder.INTEGER),
                    column("name", 25, KeyOrder.TEXT),
                    column("note", 25, KeyOrder.TEXT)),
            List.of(0),
            "a".repeat(64));

    /** Key {@code (b, a)}, not in column order. */
    static final RelationSchema LINE_SCHEMA = new RelationSchema(
            new Relation("sales", "line"),
            List.of(column("a", 23, KeyOrder.INTEGER), column("x", 25, KeyOrder.TEXT), column("b", 25, KeyOrder.TEXT)),
            List.of(2, 0),
            "b".repeat(64));

    static final List<MessageColumn> ITEM_COLUMNS = List.of(
            new MessageColumn("id", 20, true),
            new MessageColumn("name", 25, false),
            new MessageColumn("note", 25, false));

    static final List<MessageColumn> LINE_COLUMNS = List.of(
            new MessageColumn("a", 23, true), new MessageColumn("x", 25, false), new MessageColumn("b", 25, true));

    final RecordedChanges changes = new RecordedChanges();
    private final PgOutputDecoder decoder;

    StreamFixture() {
        this(Lsn.ZERO);
    }

    StreamFixture(Lsn from) {
        decoder = new PgOutputDecoder(new StreamContract(Map.of(ITEM, ITEM_SCHEMA, LINE, LINE_SCHEMA)), from);
    }

    private static Column column(String name, int typeOid, KeyOrder order) {
        return new Column(name, "type", typeOid, true, order);
    }

    /** A fixture whose decoder knows both relations and is inside a transaction committed at 100. */
    static StreamFixture inTransaction() {
        return new StreamFixture().describe().decode(PgOutputEncoder.begin(100, 0, 7));
    }

    StreamFixture describe() {
        return decode(PgOutputEncoder.relation(ITEM, "public", "item", ITEM_COLUMNS))
                .decode(PgOutputEncoder.relation(LINE, "sales", "line", LINE_COLUMNS))
                .decode(PgOutputEncoder.relation(FOREIGN, "public", "other", ITEM_COLUMNS));
    }

    StreamFixture decode(byte[] message) {
        decode(message, 0, message.length);
        return this;
    }

    void decode(byte[] bytes, int offset, int length) {
        int before = changes.lines().size();
        int calls = decoder.decode(bytes, offset, length, changes);
        if (changes.lines().size() - before != calls) {
            throw new AssertionError("the decoder counted " + calls + " calls");
        }
    }

    boolean insideTransaction() {
        return decoder.inTransaction();
    }
}
