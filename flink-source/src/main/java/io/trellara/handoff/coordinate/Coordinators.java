package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.state.CoordinatorState;
import io.trellara.handoff.state.HandoffSplit;
import java.util.Optional;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.slf4j.LoggerFactory;

/** Makes the coordinator of a run, new or restored: both take the same way, since its memory is the evidence. */
public final class Coordinators {
    private Coordinators() {}

    /** No connection is opened here: this runs outside the coordinator thread. */
    public static HandoffEnumerator create(
            SplitEnumeratorContext<HandoffSplit> context,
            SourceConfig config,
            Doors doors,
            Optional<CoordinatorState> restored,
            CoordinatorMetrics metrics) {
        restored.ifPresent(state -> requireSameRun(config, state));
        CoordinatorParts parts = new CoordinatorParts(
                config,
                new RunDesk(config, doors),
                wait -> LoggerFactory.getLogger(HandoffEnumerator.class).info("{}", wait.text()),
                System::nanoTime,
                metrics);
        return new HandoffEnumerator(
                context, parts, (name, failed) -> new IoThread(name, context::runInCoordinatorThread, failed));
    }

    private static void requireSameRun(SourceConfig config, CoordinatorState state) {
        if (!state.run().equals(config.run())) {
            throw new RunHalt(new HandoffException(new Finding(
                    ErrorCode.RUN_MISMATCH,
                    "run " + config.run(),
                    "a checkpoint of run " + state.run(),
                    "a checkpoint of the configured run",
                    "give the right checkpoint, or none: the evidence alone is enough")));
        }
    }
}
