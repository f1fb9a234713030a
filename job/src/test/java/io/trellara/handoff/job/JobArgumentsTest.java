package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.verify.VerifyOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JobArgumentsTest {
    @Test
    void takesTheFileThatIsNamed() {
        assertThat(JobArguments.of(List.of("--config", "a.yaml"), Map.of("HANDOFF_CONFIG", "b.yaml")))
                .isEqualTo(new JobArguments(Path.of("a.yaml"), false, Optional.empty()));
        assertThat(JobArguments.of(List.of("--properties", "a.json"), Map.of()))
                .isEqualTo(new JobArguments(Path.of("a.json"), true, Optional.empty()));
    }

    @Test
    void fallsBackToTheEnvironmentAndThenToWhereManagedServicesPutIt() {
        assertThat(JobArguments.of(List.of(), Map.of("HANDOFF_CONFIG", "b.yaml", "HANDOFF_PROPERTIES", "c.json")))
                .isEqualTo(new JobArguments(Path.of("b.yaml"), false, Optional.empty()));
        assertThat(JobArguments.of(List.of(), Map.of("HANDOFF_PROPERTIES", "c.json")))
                .isEqualTo(new JobArguments(Path.of("c.json"), true, Optional.empty()));
        assertThat(JobArguments.of(List.of(), Map.of()).propertyGroups()).isTrue();
    }

    /** The same options by the same names as at the command line. */
    @Test
    void verifiesAsTheOptionsBehindItSay() {
        JobArguments what = JobArguments.of(
                List.of(
                        "--config",
                        "a.yaml",
                        "--verify",
                        "--rounds",
                        "3",
                        "--max-rows-per-second=500",
                        "--wait",
                        "7",
                        "--relation",
                        "public.a",
                        "--relation",
                        "public.b"),
                Map.of());
        assertThat(what.file()).isEqualTo(Path.of("a.yaml"));
        VerifyChoice choice = what.verify().orElseThrow();
        assertThat(choice.options(8)).isEqualTo(new VerifyOptions(3, 8, 500, Duration.ofSeconds(7), 0, false));
        assertThat(choice.relations()).containsExactly(Relation.parse("public.a"), Relation.parse("public.b"));
        assertThat(JobArguments.of(List.of("--verify"), Map.of("HANDOFF_CONFIG", "b.yaml"))
                        .verify()
                        .orElseThrow()
                        .options(2))
                .isEqualTo(VerifyOptions.DEFAULT);
    }

    @Test
    void refusesOptionsThatVerifyDoesNotHaveAndNumbersOutOfBounds() {
        assertThatThrownBy(() -> JobArguments.of(List.of("--verify", "--round", "3"), Map.of()))
                .hasMessageContaining("CONFIG_INVALID");
        assertThatThrownBy(() -> JobArguments.of(List.of("--verify", "--show-keys"), Map.of()))
                .hasMessageContaining("no screen but its log");
        VerifyChoice none = JobArguments.of(List.of("--verify", "--rounds", "0"), Map.of())
                .verify()
                .orElseThrow();
        assertThatThrownBy(() -> none.options(2)).hasMessageContaining("--rounds");
    }

    /** The cap is the job's, not each task's. */
    @Test
    void tasksShareTheCap() {
        VerifyOptions capped = new VerifyOptions(3, 8, 500, Duration.ofSeconds(7), 0, false);
        assertThat(capped.sharedBy(4).maxRowsPerSecond()).isEqualTo(125);
        assertThat(capped.sharedBy(1_000).maxRowsPerSecond()).isEqualTo(1);
        assertThat(VerifyOptions.DEFAULT.sharedBy(4)).isEqualTo(VerifyOptions.DEFAULT);
    }

    @Test
    void verifiesOnlyWhatWasTouchedWhereItIsToldSo() {
        assertThat(JobArguments.of(List.of("--config", "a.yaml", "--verify", "--incremental"), Map.of())
                        .verify()
                        .orElseThrow()
                        .options(2)
                        .incremental())
                .isTrue();
    }

    @Test
    void refusesAnythingElse() {
        for (List<String> wrong : List.of(
                List.of("a.yaml"), List.of("--config"), List.of("--conf", "a.yaml"), List.of("--incremental"))) {
            assertThatThrownBy(() -> JobArguments.of(wrong, Map.of())).isInstanceOf(HandoffException.class);
        }
    }
}
