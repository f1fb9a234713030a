package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.Lines.column;
import static io.trellara.handoff.sink.Lines.schema;
import static io.trellara.handoff.sink.Lines.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.RelationSchema;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChangeCursorTest {
    private static final RelationSchema ITEMS = schema(List.of(0), column("id", "bigint", false));

    @Test
    void stepsThroughTheChanges() {
        ChangeCursor cursor = new ChangeCursor(block(2, 1000));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.op()).isEqualTo(ChangeOp.INSERT);
        assertThat(cursor.schema()).isSameAs(ITEMS);
        assertThat(cursor.commit()).isEqualTo(-7);
        assertThat(cursor.ordinal()).isEqualTo(3);
        assertThat(cursor.commitMicros()).isEqualTo(99);
        assertThat(text(cursor.line())).isEqualTo("41");
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.op()).isEqualTo(ChangeOp.DELETE);
        assertThat(text(cursor.line())).isEqualTo("42");
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void aBlockThatEndsEarlyOrCountsOtherwiseIsABug() {
        int whole = block(2, 1000).length();
        for (ChangeBlock broken : List.of(block(3, 1000), block(1, 1000), block(2, whole - 1), block(2, whole - 5))) {
            ChangeCursor cursor = new ChangeCursor(broken);
            assertThatThrownBy(() -> {
                        while (cursor.next()) {
                            cursor.line();
                        }
                    })
                    .isInstanceOf(HandoffException.class);
        }
    }

    private static ChangeBlock block(int changes, int atMost) {
        ByteBuffer bytes = ByteBuffer.allocate(200);
        put(bytes, ChangeOp.INSERT, "41");
        put(bytes, ChangeOp.DELETE, "42");
        return new ChangeBlock(1, 0, List.of(ITEMS), changes, bytes.array(), Math.min(atMost, bytes.position()));
    }

    private static void put(ByteBuffer bytes, ChangeOp op, String line) {
        byte[] cells = line.getBytes(StandardCharsets.UTF_8);
        bytes.put(op.code()).putShort((short) 0).putLong(-7).putInt(3).putLong(99);
        bytes.putInt(cells.length).put(cells);
    }
}
