package io.trellara.handoff.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** R2: nothing at or beyond the floor. */
final class StreamFloorTest {
    private final StreamFloor floor = new StreamFloor();

    @Test
    void admitsNothingBeforeTheFirstGrant() {
        assertThat(floor.admits(Commit.at(0))).isFalse();
        assertThat(floor.admits(Commit.at(-1))).isFalse();
    }

    @Test
    void admitsWhatIsBelowTheFloorOnly() {
        floor.set(Optional.of(new Lsn(100)));
        assertThat(floor.admits(Commit.at(99))).isTrue();
        assertThat(floor.admits(Commit.at(100))).isFalse();
        assertThat(floor.advance(new Lsn(10), new Lsn(150))).isEqualTo(new Lsn(100));
        assertThat(floor.advance(new Lsn(10), new Lsn(50))).isEqualTo(new Lsn(50));
    }

    @Test
    void admitsEverythingOnceLifted() {
        floor.set(Optional.empty());
        assertThat(floor.admits(Commit.at(-1))).isTrue();
        assertThat(floor.advance(new Lsn(10), new Lsn(150))).isEqualTo(new Lsn(150));
    }
}
