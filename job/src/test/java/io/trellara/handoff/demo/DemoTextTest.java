package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Position;
import org.junit.jupiter.api.Test;

final class DemoTextTest {
    @Test
    void ofGtidsTheBeginningOfEachUuidIsShown() {
        assertThat(position("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-77@1/9F")).isEqualTo("3e11fa47…:1-77");
        assertThat(position("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-77:79:tag:1-3"))
                .isEqualTo("3e11fa47…:1-77:79:tag:1-3");
        assertThat(position("")).isEqualTo("no GTID");
    }

    @Test
    void aLongSetIsCutAndAnLsnIsNot() {
        StringBuilder gaps = new StringBuilder("3e11fa47-71ca-11e1-9e33-c80aa9429562");
        for (int i = 0; i < 100; i++) {
            gaps.append(':').append(1_000 + 2 * i);
        }
        assertThat(position(gaps.toString()))
                .hasSize(60)
                .startsWith("3e11fa47…:1000:1002:")
                .endsWith("…");
        assertThat(position("16/B374D848")).isEqualTo("16/B374D848");
    }

    private static String position(String text) {
        return DemoText.position(Position.parse(text));
    }
}
