package io.trellara.handoff.emit;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.emit.LaneBlocks.Place;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Tuple;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** From images to blocks, over the wire, to typed rows. */
final class LaneBlocksTest {
    private static final Place PLACE = new Place(100, 3, 0);

    @Property
    void anyTextComesOutAsItWentIn(@ForAll String note) throws IOException {
        if (note.indexOf(0) >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(note)) {
            return;
        }
        LaneBlocks blocks = new LaneBlocks(4);
        blocks.upsert(ChangeOp.INSERT, Schemas.orders(), PLACE, image("7", note, null));
        RowChange row = rows(blocks.take(1)).get(0);
        assertThat(row.cell(1)).isEqualTo(note);
        assertThat(row.cell(2)).isNull();
        assertThat(row.key()).containsExactly("7");
    }

    @Test
    void changesOfOneKeyShareALaneAndKeepTheirOrder() throws IOException {
        LaneBlocks blocks = new LaneBlocks(128);
        blocks.upsert(ChangeOp.INSERT, Schemas.orders(), new Place(100, 0, 0), image("7", "a", "b"));
        blocks.upsert(ChangeOp.UPDATE, Schemas.orders(), new Place(100, 1, 0), image("7", "c", "d"));
        blocks.delete(Schemas.orders(), new Place(101, 0, 0), image("7", null, null));
        List<Block> taken = blocks.take(1);
        assertThat(taken).hasSize(1);
        assertThat(rows(taken)).extracting(RowChange::op).containsExactly(RowOp.INSERT, RowOp.UPDATE, RowOp.DELETE);
        assertThat(blocks.take(1)).isEmpty();
    }

    @Test
    void anUnchangedLargeColumnIsAbsentNotNull() throws IOException {
        Tuple image = image("7", "a", "b");
        image.unchanged(2);
        LaneBlocks blocks = new LaneBlocks(4);
        blocks.upsert(ChangeOp.PARTIAL_UPDATE, Schemas.orders(), PLACE, image);
        RowChange row = rows(blocks.take(1)).get(0);
        assertThat(row.op()).isEqualTo(RowOp.PARTIAL_UPDATE);
        assertThat(row.has(2)).isFalse();
        assertThat(row.has(1)).isTrue();
    }

    @Test
    void aMovedRowTakesItsLargeColumnFromTheLookedUpLine() throws IOException {
        Tuple image = image("8", "new", "x");
        image.unchanged(2);
        LaneBlocks blocks = new LaneBlocks(4);
        byte[] line = "8\tolder\tlarge\\tvalue".getBytes(StandardCharsets.UTF_8);
        blocks.upsert(ChangeOp.INSERT, Schemas.orders(), PLACE, image, Optional.of(line));
        RowChange row = rows(blocks.take(1)).get(0);
        assertThat(row.cell(1)).isEqualTo("new");
        assertThat(row.cell(2)).isEqualTo("large\tvalue");
    }

    @Test
    void copiedRowsAreReadInOrderAtTheirBoundary() throws IOException {
        byte[] lines = "1\ta\\\\b\t\\N\n2\t\tx\n".getBytes(StandardCharsets.UTF_8);
        CopyBlock block = new CopyBlock(
                9,
                2,
                Schemas.orders(),
                new ChunkAttempt(new ChunkId(Schemas.ORDERS, 0), 1),
                new Lsn(55),
                false,
                2,
                lines,
                lines.length);
        List<RowChange> rows = rows(List.of(block));
        assertThat(rows).extracting(r -> r.cell(1)).containsExactly("a\\b", "");
        assertThat(rows.get(0).cell(2)).isNull();
        assertThat(rows.get(0).isAfter(55, 0)).isFalse();
        assertThat(rows.get(0).isAfter(54, 900)).isTrue();
    }

    @Test
    void marksReachEveryLane() throws IOException {
        List<Block> marks = new LaneBlocks(3).marks(5, new Lsn(77));
        List<Block> back = new ArrayList<>();
        for (Block mark : marks) {
            back.add(overTheWire(
                    HandoffTypes.BLOCK.createSerializer(
                            new org.apache.flink.api.common.serialization.SerializerConfigImpl()),
                    mark));
        }
        assertThat(back).isEqualTo(marks).extracting(Block::lane).containsExactly(0, 1, 2);
    }

    private static Tuple image(String id, @Nullable String note, @Nullable String body) {
        byte[] bytes = (id + (note == null ? "" : note) + (body == null ? "" : body)).getBytes(StandardCharsets.UTF_8);
        int idLength = id.getBytes(StandardCharsets.UTF_8).length;
        int noteLength = note == null ? 0 : note.getBytes(StandardCharsets.UTF_8).length;
        Tuple tuple = new Tuple();
        tuple.reset(bytes, 3);
        tuple.text(0, 0, idLength);
        if (note != null) {
            tuple.text(1, idLength, noteLength);
        }
        if (body != null) {
            tuple.text(2, idLength + noteLength, bytes.length - idLength - noteLength);
        }
        return tuple;
    }

    /** Over the wire as blocks, unpacked, and over the wire again as rows. */
    private static List<RowChange> rows(List<Block> blocks) throws IOException {
        TypeSerializer<Block> serializer = new BlockSerializer();
        List<RowChange> rows = new ArrayList<>();
        for (Block block : blocks) {
            BlockDeserializer.rows().deserialize(overTheWire(serializer, block), rows::add);
        }
        TypeSerializer<RowChange> rowSerializer = new RowChangeSerializer();
        List<RowChange> again = new ArrayList<>();
        for (RowChange row : rows) {
            again.add(overTheWire(rowSerializer, row));
        }
        assertThat(again).isEqualTo(rows);
        return again;
    }

    private static <T> T overTheWire(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    }
}
