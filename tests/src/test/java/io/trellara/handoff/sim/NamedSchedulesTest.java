package io.trellara.handoff.sim;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.evidence.RunState;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Losses that others had, each as one schedule: right with the rule, and seen to go wrong without it. */
class NamedSchedulesTest {
    @BeforeAll
    static void silence() {
        Configurator.setLevel("io.trellara.handoff", Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        Configurator.setLevel("io.trellara.handoff", Level.ERROR);
    }

    /** The log's end is read, and then what is visible: a row that is in the log already is in neither. */
    @Test
    void rowCommits_logEndRead_viewOpened_rowBecomesVisible() {
        play(false, Removal.R1_EXACT_BOUNDARY, script -> {
            script.write(0, false);
            script.until(() -> script.world.dialect.isViewOpen());
            script.world.source.settle();
        });
    }

    /** The event's key lies in a chunk that is not read yet, so it is dropped; the chunk's view is older. */
    @Test
    void viewOpened_rowCommits_eventDropped_chunkReadInTheOlderView() {
        play(true, Removal.R2_FLOOR, script -> {
            script.until(() -> script.isOpen(1));
            script.write(5);
            script.turns(20);
        });
    }

    /** A row of the first read is deleted before the second: nobody ever deletes it at the target. */
    @Test
    void chunkRead_crash_rowDeleted_chunkReadAgain() {
        play(false, Removal.R5_REPLAY, script -> {
            script.withoutCheckpoints();
            script.until(() -> script.holds(0));
            script.job.restartJob(Optional.empty(), 1, 1, false);
            script.delete(0);
        });
    }

    /**
     * The slot was told what had been received only; the run resumes at the larger of its own position and the slot's.
     */
    @Test
    void rowReceived_slotTold_crash_resumedAtTheSlot() {
        play(false, Removal.R7_ACKNOWLEDGE_LATE, script -> {
            script.until(() -> script.isIn(RunState.STREAMING));
            script.withoutCheckpoints();
            script.write(0);
            script.receive();
            script.job.restartJob(script.job.newest(), 1, 1, false);
        });
    }

    private static void play(boolean woven, Removal rule, Consumer<Script> steps) {
        assertThatCode(() -> run(new Script(woven, Set.of()), steps)).doesNotThrowAnyException();
        assertThatThrownBy(() -> run(new Script(woven, Set.of(rule)), steps))
                .isInstanceOf(Violation.class)
                .hasMessageStartingWith("the target holds");
    }

    private static void run(Script script, Consumer<Script> steps) {
        steps.accept(script);
        script.end();
    }
}
