package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlsInForce;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for operators' requests about once a second. Settings are in force once the evidence says so; what has to be
 * copied again is handed on.
 */
final class ControlWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ControlWatch.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final FamilyDesk desk;
    private final CopyLimits limits;
    private final Runnable changed;
    private final Consumer<ControlRecord> recopies;
    private final Set<Long> handedOn = new HashSet<>();

    /**
     * A watch over the requests of one run; {@code changed} and {@code recopies} are called in the coordinator thread.
     *
     * @param changed the limits have changed
     * @param recopies takes what has to be copied again
     */
    ControlWatch(FamilyDesk desk, CopyLimits limits, Runnable changed, Consumer<ControlRecord> recopies) {
        this.desk = desk;
        this.limits = limits;
        this.changed = changed;
        this.recopies = recopies;
    }

    /** What was set before this coordinator. */
    void load(List<ControlRecord> controls) {
        limits.set(ControlsInForce.of(controls));
    }

    /** Begins to look; answers are given in {@code coordinator}. */
    void watch(Work evidence, Executor coordinator) {
        evidence.every(PERIOD, () -> look().forEach(control -> coordinator.execute(() -> take(control))));
    }

    /** On the evidence thread. A store that is away is asked again; whatever needs it more will say so. */
    private List<ControlRecord> look() {
        try {
            List<ControlRecord> found = desk.requested();
            found.stream()
                    .filter(control -> control.request().relation().isEmpty())
                    .forEach(control -> desk.answer(ControlAnswer.done(control.id())));
            return found;
        } catch (HandoffException failure) {
            if (!failure.mayPass()) {
                throw failure;
            }
            LOG.debug("requests cannot be looked for: {}", failure.code());
            return List.of();
        }
    }

    private void take(ControlRecord control) {
        if (control.request().relation().isPresent()) {
            // A refresh is for the next start: what the stream has read under the old contract goes first.
            if (control.request().kind() == ControlKind.RECOPY && handedOn.add(control.id())) {
                recopies.accept(control);
            }
            return;
        }
        LOG.info(
                "request {} of {}: {}",
                control.id(),
                control.request().requestedBy(),
                control.request().kind().text());
        limits.set(limits.force().then(control.request()));
        changed.run();
    }
}
