package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ControlsInForceTest {
    private static final RunKey RUN = new RunKey("s", "d", "r");
    private final List<ControlRecord> controls = new ArrayList<>();

    @Test
    void isTheSumOfWhatIsDoneInItsOrder() {
        add(ControlState.DONE, ControlRequest.plain(RUN, ControlKind.PAUSE, "a"));
        add(ControlState.DONE, ControlRequest.tune(RUN, tuning(100, 50), "a"));
        add(
                ControlState.DONE,
                ControlRequest.tune(
                        RUN, new Tuning(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(0)), "a"));
        add(ControlState.REFUSED, ControlRequest.tune(RUN, tuning(7, 7), "a"));
        assertThat(ControlsInForce.of(controls)).isEqualTo(new ControlsInForce(true, tuning(100, 0)));

        add(ControlState.DONE, ControlRequest.plain(RUN, ControlKind.RESUME_COPY, "a"));
        add(ControlState.REQUESTED, ControlRequest.plain(RUN, ControlKind.PAUSE, "a"));
        assertThat(ControlsInForce.of(controls).paused()).isFalse();
    }

    private static Tuning tuning(long waveRows, long rowsPerSecond) {
        return new Tuning(OptionalLong.of(waveRows), OptionalLong.empty(), OptionalLong.of(rowsPerSecond));
    }

    private void add(ControlState state, ControlRequest request) {
        controls.add(new ControlRecord(
                controls.size(),
                request,
                Instant.EPOCH,
                state,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    }
}
