package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FailureTest {
    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void answersEveryCodeWithTheStatusOfItsKind(ErrorCode code) {
        Failure failure = Failure.of(new HandoffException(new Finding(code, "it", "this", "that", "something")), "log");
        assertThat(failure.exitCode()).isBetween(1, 5).isEqualTo(code.kind().exitCode());
        assertThat(failure.lines()).containsExactly(code.label() + ": it: observed this; required that; do something");
    }

    @Test
    void namesEveryFindingAndTakesTheStatusOfTheFirst() {
        HandoffException both = new HandoffException(
                List.of(
                        new Finding(ErrorCode.WAL_LEVEL, "a", "b", "c", "d"),
                        new Finding(ErrorCode.CONFIG_INVALID, "a", "b", "c", "d")),
                null);
        Failure failure = Failure.of(new IllegalStateException("wrapped", both), "log");
        assertThat(failure.lines()).hasSize(2);
        assertThat(failure.exitCode()).isEqualTo(3);
        assertThat(failure.bug()).isFalse();
    }

    @Test
    void callsWhatItDoesNotKnowADefectAndNamesTheLog() {
        Failure failure = Failure.of(new IllegalStateException("value 4711"), "/tmp/the.log");
        assertThat(failure.exitCode()).isEqualTo(1);
        assertThat(failure.bug()).isTrue();
        assertThat(failure.lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("HANDOFF-9001 BUG", "/tmp/the.log", "IllegalStateException")
                        .doesNotContain("4711"));
    }

    @Test
    void keepsRowValuesOutOfTraces() {
        SQLException database = new SQLException("duplicate key (email)=(ada@example.org)", "23505");
        String trace = Trace.of(new IllegalStateException("flush failed", database));
        assertThat(trace)
                .contains("flush failed", "SQLSTATE 23505", "FailureTest")
                .doesNotContain("ada@");
    }
}
