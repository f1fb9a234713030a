package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BinlogPlaceTest {
    @Test
    void growsWithinAServersLogAndFromServerToServer() {
        assertThat(LongStream.of(
                        BinlogPlace.of(0, 1, 4),
                        BinlogPlace.of(0, 1, 0xFFFF_FFFFL),
                        BinlogPlace.of(0, 2, 4),
                        BinlogPlace.of(0, 0xFF_FFFF, 0xFFFF_FFFFL),
                        BinlogPlace.of(1, 1, 4),
                        BinlogPlace.of(2, 1, 4),
                        BinlogPlace.of(127, 0xFF_FFFF, 0xFFFF_FFFFL)))
                .isSorted();
        assertThat(new Lsn(BinlogPlace.of(1, 5, 0x4D2))).hasToString("1000005/4D2");
        assertThat(BinlogPlace.epoch(BinlogPlace.of(127, 5, 9))).isEqualTo(127);
        assertThat(BinlogPlace.epoch(BinlogPlace.of(0, 0xFF_FFFF, 0xFFFF_FFFFL)))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"128,1,4", "-1,1,4", "0,16777216,4", "0,-1,4", "0,1,-1", "0,1,4294967296"})
    void haltsWhereANumberHasNoRoom(int epoch, long file, long offset) {
        assertThatThrownBy(() -> BinlogPlace.of(epoch, file, offset))
                .isInstanceOfSatisfying(
                        HandoffException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STREAM_UNKNOWN_MESSAGE));
    }
}
