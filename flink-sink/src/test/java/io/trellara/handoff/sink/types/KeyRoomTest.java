package io.trellara.handoff.sink.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

final class KeyRoomTest {
    @Property
    void noKeyIsLongerThanAnIndexTakesAndNoColumnGetsLessThanItsShare(
            @ForAll @Size(min = 1, max = 16) List<@IntRange(max = 3072) Integer> wishes) {
        int[] rooms = KeyRoom.share(wishes);
        assertThat(Arrays.stream(rooms).sum()).isLessThanOrEqualTo(3072);
        for (int i = 0; i < rooms.length; i++) {
            if (wishes.get(i) > 0) {
                assertThat(rooms[i]).isLessThanOrEqualTo(wishes.get(i));
                assertThat(rooms[i]).isGreaterThanOrEqualTo(Math.min(wishes.get(i), 3072 / rooms.length - 36));
            }
        }
    }
}
