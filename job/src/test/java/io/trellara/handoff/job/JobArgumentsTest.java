package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JobArgumentsTest {
    @Test
    void takesTheFileThatIsNamed() {
        assertThat(JobArguments.of(List.of("--config", "a.yaml"), Map.of("HANDOFF_CONFIG", "b.yaml")))
                .isEqualTo(new JobArguments(Path.of("a.yaml"), false, false));
        assertThat(JobArguments.of(List.of("--properties", "a.json"), Map.of()))
                .isEqualTo(new JobArguments(Path.of("a.json"), true, false));
    }

    @Test
    void fallsBackToTheEnvironmentAndThenToWhereManagedServicesPutIt() {
        assertThat(JobArguments.of(List.of(), Map.of("HANDOFF_CONFIG", "b.yaml", "HANDOFF_PROPERTIES", "c.json")))
                .isEqualTo(new JobArguments(Path.of("b.yaml"), false, false));
        assertThat(JobArguments.of(List.of(), Map.of("HANDOFF_PROPERTIES", "c.json")))
                .isEqualTo(new JobArguments(Path.of("c.json"), true, false));
        assertThat(JobArguments.of(List.of(), Map.of()).propertyGroups()).isTrue();
    }

    @Test
    void refusesAnythingElse() {
        for (List<String> wrong : List.of(List.of("a.yaml"), List.of("--config"), List.of("--conf", "a.yaml"))) {
            assertThatThrownBy(() -> JobArguments.of(wrong, Map.of())).isInstanceOf(HandoffException.class);
        }
    }
}
