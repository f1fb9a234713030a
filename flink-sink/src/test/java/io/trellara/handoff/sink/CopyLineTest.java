package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.Lines.line;
import static io.trellara.handoff.sink.Lines.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CopyLineTest {
    @Test
    void readsCellsAsPlainText() {
        assertThat(line("a\\tb\t\\N\t\t\\\\N\t\\r\\n\\b\\f\\v\u20ac").texts(5))
                .containsExactly("a\tb", null, "", "\\N", "\r\n\b\f\u000B\u20ac");
    }

    @Test
    void picksCellsInAnyOrder() {
        assertThat(text(line("a\tb\tc").pick(List.of(2, 0), 3))).isEqualTo("c\ta");
    }

    @Test
    void headEndsBeforeItsTab() {
        assertThat(text(line("a\tb\tc").head(2))).isEqualTo("a\tb");
        assertThat(text(line("a\tb").head(2))).isEqualTo("a\tb");
        assertThatThrownBy(() -> line("a").head(2)).isInstanceOf(HandoffException.class);
    }

    @Test
    void mergeKeepsWhatTheNewerLineLeftOut() {
        CopyLine merged = line("1\told\tbig\t\0").merged(line("1\tnew\t\0\t\0"), 4);
        assertThat(text(merged)).isEqualTo("1\tnew\tbig\t\0");
        assertThat(merged.present(4)).isEqualTo(BitSet.valueOf(new long[] {0b0111}));
    }

    @Test
    void aLineOfAnotherWidthIsABugWithoutItsValues() {
        for (int cells : new int[] {1, 3}) {
            assertThatThrownBy(() -> line("secret\tsecret").texts(cells))
                    .isInstanceOf(HandoffException.class)
                    .hasMessageNotContaining("secret");
        }
        assertThat(line("secret").toString()).doesNotContain("secret");
    }
}
