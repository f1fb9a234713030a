package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CellTextTest {
    @Property
    void readsBackWhateverCellsWereWritten(@ForAll @Size(min = 1, max = 4) List<String> cells) {
        assertThat(CellText.read(CellText.write(new Key(cells))).cells()).isEqualTo(cells);
    }

    @Test
    void writesJson() {
        assertThat(CellText.write(new Key(List.of("17", "a \"b\"\\\n"))))
                .isEqualTo("[\"17\",\"a \\\"b\\\"\\\\\\u000a\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[", "[]", "[\"a\"", "[\"a\"]x", "[\"a\";\"b\"]", "[\"a\\u12", "17", "[\"a\",]"})
    void refusesWhatItDidNotWrite(String text) {
        assertThatThrownBy(() -> CellText.read(text))
                .isInstanceOf(HandoffException.class)
                .hasMessageNotContaining("\"a\"");
    }
}
