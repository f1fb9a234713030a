package io.trellara.handoff.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules hold in random schedules, and each of them is needed: without it a violation is found. Seeds are fixed, so
 * that a build says the same twice; {@code -Dhandoff.seed} and {@code -Dhandoff.schedules} go further.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeamSimulationTest {
    private static final long FIRST_SEED = Long.getLong("handoff.seed", 1);
    private static final int SCHEDULES = Integer.getInteger("handoff.schedules", 10_000);
    private static final int MOST = 10_000;

    private final Map<Removal, Map<SourceKind, RemovalTable.Found>> found = new EnumMap<>(Removal.class);

    @BeforeAll
    void silence() {
        Configurator.setLevel("io.trellara.handoff", Level.OFF);
    }

    @AfterAll
    void speakAgain() throws IOException {
        Configurator.setLevel("io.trellara.handoff", Level.ERROR);
        long all = found.values().stream().mapToLong(Map::size).sum();
        if (Boolean.getBoolean("handoff.record") && all == twins().count()) {
            RemovalTable.record(found);
        }
    }

    @Test
    void withAllRulesNoScheduleViolatesTheSeam() {
        int crashed = 0;
        int halted = 0;
        Map<SourceKind, Integer> played = new EnumMap<>(SourceKind.class);
        for (int i = 0; i < SCHEDULES; i++) {
            Play play = new Play(FIRST_SEED + i, Set.of());
            Play.Outcome outcome = play.play();
            if (outcome.failure().isPresent()) {
                throw new AssertionError(play.story());
            }
            crashed += outcome.crashed() ? 1 : 0;
            halted += outcome.halted() ? 1 : 0;
            played.merge(SourceKind.of(FIRST_SEED + i), 1, Integer::sum);
        }
        System.out.printf("schedules %s, %d with crashes, %d rightly halted%n", played, crashed, halted);
        assertThat(crashed).as("schedules with crashes").isGreaterThanOrEqualTo(SCHEDULES / 4);
        assertThat(SCHEDULES - crashed).as("schedules without").isGreaterThanOrEqualTo(SCHEDULES / 4);
    }

    private static Stream<Arguments> twins() {
        return Stream.of(Removal.values())
                .flatMap(rule ->
                        Stream.of(SourceKind.values()).filter(rule::concerns).map(kind -> Arguments.of(rule, kind)));
    }

    @ParameterizedTest
    @MethodSource("twins")
    void withoutARuleAViolationIsFound(Removal rule, SourceKind kind) {
        int tried = 0;
        Optional<String> violation = Optional.empty();
        while (violation.isEmpty() && tried < MOST) {
            violation = new Play(kind.seed(FIRST_SEED, tried), EnumSet.of(rule))
                    .play()
                    .failure();
            tried++;
        }
        assertThat(violation)
                .as("a violation without %s at %s in %d schedules", rule, kind, tried)
                .isPresent();
        System.out.printf("without %s at %s: %d schedules until: %s%n", rule, kind, tried, violation.orElseThrow());
        found.computeIfAbsent(rule, first -> new EnumMap<>(SourceKind.class))
                .put(kind, new RemovalTable.Found(tried, violation.orElseThrow()));
    }

    @Test
    void thePageSaysOfEachRuleHowSoonItsLackIsFound() throws IOException {
        assertThat(RemovalTable.rules())
                .containsExactlyElementsOf(
                        Stream.of(Removal.values()).map(Enum::name).toList());
    }
}
