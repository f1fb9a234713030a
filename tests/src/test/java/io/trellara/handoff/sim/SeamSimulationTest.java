package io.trellara.handoff.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rules hold in random schedules, and each of them is needed: without it a violation is found. Seeds are fixed, so
 * that a build says the same twice; {@code -Dhandoff.seed} and {@code -Dhandoff.schedules} go further.
 */
class SeamSimulationTest {
    private static final long FIRST_SEED = Long.getLong("handoff.seed", 1);
    private static final int SCHEDULES = Integer.getInteger("handoff.schedules", 10_000);

    @Test
    void withAllRulesNoScheduleViolatesTheSeam() {
        int crashed = 0;
        for (int i = 0; i < SCHEDULES; i++) {
            SeamSchedule schedule = new SeamSchedule(FIRST_SEED + i, Set.of());
            Optional<String> violation = violation(schedule);
            assertThat(violation).as("seed %d", FIRST_SEED + i).isEmpty();
            crashed += schedule.crashes() > 0 ? 1 : 0;
        }
        assertThat(crashed).as("schedules with crashes").isGreaterThan(SCHEDULES / 4);
    }

    @ParameterizedTest
    @EnumSource
    void withoutARuleAViolationIsFound(Rule rule) {
        int tried = 0;
        Optional<String> violation = Optional.empty();
        while (violation.isEmpty() && tried < 10_000) {
            violation = violation(new SeamSchedule(FIRST_SEED + tried, EnumSet.of(rule)));
            tried++;
        }

        assertThat(violation)
                .as("a violation without %s in %d schedules", rule, tried)
                .isPresent();
        System.out.printf("without %s: %d schedules until %s%n", rule, tried, violation.orElseThrow());
    }

    private static Optional<String> violation(SeamSchedule schedule) {
        try {
            schedule.run();
            return Optional.empty();
        } catch (Violation violation) {
            return Optional.of(String.valueOf(violation.getMessage()));
        }
    }
}
