package io.trellara.handoff.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
    private final ReadAhead<byte[]> buffer =
            new ReadAhead<>(400, message -> message.length, message -> message[0] == 'k');

    private static byte[] keepalive(long position) {
        return ByteBuffer.allocate(18).put((byte) 'k').putLong(position).array();
    }

    private static long position(byte[] keepalive) {
        return ByteBuffer.wrap(keepalive).getLong(1);
    }

    private static byte[] data(int length) {
        return ByteBuffer.allocate(length).put((byte) 'w').array();
    }

    @Test
    void handsOutInOrder() {
        byte[] first = data(30);
        byte[] second = data(31);
        buffer.add(List.of(first));
        buffer.add(List.of(second));

        assertThat(buffer.next(0)).isSameAs(first);
        assertThat(buffer.next(0)).isSameAs(second);
        assertThat(buffer.next(1)).isNull();
    }

    @Test
    void keepsOfKeepalivesInARowTheLast() throws InterruptedException {
        byte[] change = data(30);
        for (int i = 0; i < 10_000; i++) {
            buffer.add(List.of(keepalive(i)));
        }
        buffer.add(List.of(change, keepalive(10_001)));

        assertThat(buffer.awaitRoom(0)).isTrue();
        assertThat(position(Objects.requireNonNull(buffer.next(0)))).isEqualTo(9_999);
        assertThat(buffer.next(0)).isSameAs(change);
        assertThat(position(Objects.requireNonNull(buffer.next(0)))).isEqualTo(10_001);
    }

    @Test
    void hasRoomAgainWhenAllThatWasTakenIsHandedOut() throws InterruptedException {
        buffer.add(List.of(data(200), data(200)));
        assertThat(buffer.awaitRoom(0)).isFalse();
        assertThat(buffer.awaitRoom(1_000)).isFalse();

        buffer.next(0);
        assertThat(buffer.awaitRoom(0)).as("one of two is still held").isFalse();
        buffer.next(0);
        assertThat(buffer.next(0)).isNull();
        assertThat(buffer.awaitRoom(0)).isTrue();
    }

    @Test
    void throwsTheFirstFailureEverAfterEvenBeforeWhatIsLeft() {
        RuntimeException first = new IllegalStateException("first");
        buffer.add(List.of(data(30)));
        buffer.fail(first);
        buffer.fail(new IllegalStateException("second"));

        assertThatThrownBy(() -> buffer.next(0)).isSameAs(first);
        assertThatThrownBy(() -> buffer.next(50)).isSameAs(first);
    }
}
