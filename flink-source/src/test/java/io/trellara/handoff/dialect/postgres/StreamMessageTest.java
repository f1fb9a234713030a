package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamMessageTest {
    @Test
    void readsAKeepalive() {
        byte[] frame = ByteBuffer.allocate(18)
                .put((byte) 'k')
                .putLong(-2)
                .putLong(5)
                .put((byte) 1)
                .array();
        StreamMessage.check(frame);

        assertThat(StreamMessage.isKeepalive(frame)).isTrue();
        assertThat(StreamMessage.position(frame)).isEqualTo(-2);
        assertThat(StreamMessage.wantsAnswer(frame)).isTrue();
        frame[17] = 0;
        assertThat(StreamMessage.wantsAnswer(frame)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"w,25,STREAM_MALFORMED", "k,17,STREAM_MALFORMED", "k,19,STREAM_MALFORMED", "s,30,STREAM_UNKNOWN_MESSAGE"
    })
    void refusesAnotherFrame(char type, int length, String code) {
        byte[] frame = new byte[length];
        frame[0] = (byte) type;

        assertThatThrownBy(() -> StreamMessage.check(frame)).hasMessageContaining(code);
    }

    @ParameterizedTest
    @CsvSource({"B,false,true", "I,true,true", "M,false,false", "C,true,false"})
    void knowsWhetherATransactionIsOpen(char message, boolean before, boolean after) {
        byte[] frame = new byte[40];
        frame[0] = 'w';
        frame[StreamMessage.DATA_HEADER] = (byte) message;

        assertThat(StreamMessage.leavesInTransaction(frame, before)).isEqualTo(after);
    }

    @Test
    void refusesAnEmptyFrame() {
        assertThatThrownBy(() -> StreamMessage.check(new byte[0])).hasMessageContaining("STREAM_MALFORMED");
    }

    @ParameterizedTest
    @CsvSource({"42704,PUBLICATION_CHANGED", "58P01,SLOT_LOST", "57P01,STREAM_FAILED", ",STREAM_FAILED"})
    void anErrorOfTheServerHasItsCodeAndNeverItsText(String state, String code) {
        assertThat(StreamFailures.of(new SQLException("a secret value", state)))
                .hasMessageContaining(code)
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }
}
