package io.trellara.handoff.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunKeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "run ", " run", "run\n"})
    void namesHaveNoSpacesAround(String name) {
        assertThatThrownBy(() -> new RunKey(name, "orders", "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunKey("shop", name, "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RunKey("shop", "orders", name)).isInstanceOf(IllegalArgumentException.class);
    }
}
