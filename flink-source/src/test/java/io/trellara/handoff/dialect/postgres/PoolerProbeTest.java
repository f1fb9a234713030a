package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.dialect.postgres.PoolerProbe.Answer;
import org.junit.jupiter.api.Test;

final class PoolerProbeTest {
    @Test
    void twoBackendsThatRememberAreTwoSessions() {
        assertThat(PoolerProbe.judge(new Answer(1, "first"), new Answer(2, ""), new Answer(1, "first")))
                .isEmpty();
    }

    @Test
    void anythingElseIsAPooler() {
        assertThat(PoolerProbe.judge(new Answer(1, "first"), new Answer(1, "first"), new Answer(2, "")))
                .contains("two connections answered by one backend");
        assertThat(PoolerProbe.judge(new Answer(1, "first"), new Answer(2, ""), new Answer(3, "")))
                .contains("one connection answered by two backends");
        assertThat(PoolerProbe.judge(new Answer(1, "first"), new Answer(2, ""), new Answer(1, "")))
                .contains("a session's setting lost between two statements");
    }
}
