package io.trellara.handoff.coordinate;

import io.trellara.handoff.coordinate.ViewKeeper.ViewEnd;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.state.CoordinatorEvent.EndWave;
import io.trellara.handoff.state.ReaderEvent.AttemptFailed;
import io.trellara.handoff.state.ReaderEvent.ViewFailed;
import io.trellara.handoff.state.ReaderEvent.ViewOpened;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy: plans in the first view, then one wave after another until every chunk is durable. A wave's members and
 * floor are durable before its view is opened (R2), a claim before its first row is read (R5). Coordinator thread.
 */
final class CopyPhase {
    private static final Logger LOG = LoggerFactory.getLogger(CopyPhase.class);
    private static final int ATTEMPTS_IN_ONE_VIEW = 5;

    private final ReaderLink link;
    private final Work evidence;
    private final StreamPhase stream;
    private final ViewKeeper keeper;
    private final WaveViews views;
    private final WaveNumbers numbers;
    private final CopyLimits limits;
    private final CopyRole role;
    private final WaveOpening opener;
    private final ChunkClaims claims;
    private final Map<ChunkId, Integer> failures = new HashMap<>();

    private Step step = Step.IDLE;
    private volatile ChunkTracker tracker;
    private int wave;
    private boolean readersMissing;
    private boolean viewLost;
    private final AtomicInteger wavesLost = new AtomicInteger();

    private enum Step {
        /** No wave is open. */
        IDLE,
        /** A wave, or the plan, is being made. */
        OPENING,
        /** Chunks are claimed and read. */
        OPEN,
        /** The view is lost or old; what readers still hold is waited for. */
        ENDING,
        /** Every chunk is durable. */
        DONE
    }

    CopyPhase(CopyShared shared, CopyRole role) {
        this.link = shared.link();
        this.stream = shared.stream();
        this.evidence = shared.threads().evidence();
        this.keeper = shared.views();
        this.views = new WaveViews(shared.parts().desk(), link, keeper);
        this.numbers = shared.numbers();
        this.limits = shared.limits();
        this.role = role;
        this.opener = new WaveOpening(shared, role.desk(), views);
        this.claims = new ChunkClaims(shared, role.desk(), views, number -> step == Step.OPEN && number == wave);
        this.tracker = new ChunkTracker(List.of(), Map.of());
    }

    ChunkTracker tracker() {
        return tracker;
    }

    int wavesLost() {
        return wavesLost.get();
    }

    /** Takes over what the evidence says. */
    void load(RunOpening opening) {
        tracker = new ChunkTracker(opening.chunks(), opening.schemas());
        numbers.from(opening.nextWave());
        opener.bound(opening);
    }

    /** Copies what is left of a plan that is recorded; all readers are known. */
    void copy(ChunkTracker planned) {
        tracker = planned;
        pump();
    }

    /** Begins to work: all readers are known. */
    void begin(RunOpening opening) {
        readersMissing = false;
        if (opening.hasPlan()) {
            weave();
            pump();
        } else {
            step = Step.OPENING;
            opener.plan(opening.boundary().isEmpty(), planned -> {
                load(planned);
                opened(0);
            });
        }
    }

    /** A woven copy has a stream from its plan on. */
    private void weave() {
        if (role.woven() && !readersMissing && tracker.total() > 0) {
            role.release().run();
        }
    }

    private void opened(int number) {
        wave = number;
        numbers.from(number + 1);
        viewLost = false;
        step = Step.OPEN;
        tracker.line();
        weave();
        pump();
    }

    /** One step further, if one is due. */
    void pump() {
        if (step == Step.IDLE || step == Step.OPEN || step == Step.ENDING) {
            if (tracker.allCopied()) {
                finish();
            } else if (step == Step.OPEN && tracker.waveCopied()) {
                closeWave(false);
            } else if (step == Step.OPEN) {
                claim();
            } else if (tracker.quiet() && !claims.underWay()) {
                nextStep();
            }
        }
    }

    private void nextStep() {
        if (step == Step.IDLE) {
            if (!limits.paused()) {
                openWave();
            }
            return;
        }
        if (viewLost) {
            wavesLost.incrementAndGet();
        }
        closeWave(viewLost);
    }

    /** Ends the wave, and gives up those of its members that were never claimed. */
    private void closeWave(boolean lost) {
        step = Step.OPENING;
        closeWave(lost, tracker.released(), () -> {
            stream.proceed(tracker.floor());
            step = Step.IDLE;
            pump();
        });
    }

    private void closeWave(boolean lost, List<ChunkMove> released, Runnable then) {
        link.sendAll(new EndWave(wave, false));
        views.clear();
        keeper.close();
        evidence.run(
                () -> {
                    role.desk().closeWave(wave, lost, released);
                    return released;
                },
                moves -> {
                    tracker.apply(moves);
                    then.run();
                });
    }

    /** In a woven copy the stream stands while the floor is chosen; else there is none, and the floor is P0 (R2). */
    private void openWave() {
        step = Step.OPENING;
        int number = numbers.next();
        if (role.woven()) {
            stream.hold(reached -> opener.floor(reached, floor -> openWave(number, floor)));
        } else {
            openWave(number, opener.runBoundary());
        }
    }

    private void openWave(int number, Position floor) {
        List<ChunkMove> members = tracker.members(number, floor, role.woven() ? limits.waveChunks() : Long.MAX_VALUE);
        opener.open(
                new WaveOpening.Wave(number, floor, members),
                () -> {
                    tracker.apply(members);
                    stream.proceed(tracker.floor());
                },
                () -> opened(number));
    }

    private void claim() {
        boolean paused = limits.paused() && !role.woven();
        if (!claims.underWay() && !readersMissing && !paused) {
            claims.claim(wave, tracker, this::pump);
        }
    }

    /**
     * The view is gone, old, or given up because somebody waits behind its locks (R12): nothing more is claimed in it.
     * Readers that have imported it read on, unless somebody waits.
     */
    void viewEnded(ViewEnd end) {
        if (end.wave() != wave) {
            return;
        }
        boolean aged = end.cause() == ViewKeeper.Cause.AGED;
        if (aged && !role.woven()) {
            return;
        }
        if (step == Step.OPEN) {
            LOG.info("wave {} ends: {}", wave, end.detail());
            endView(!aged);
        }
        if (step == Step.ENDING && end.cause() == ViewKeeper.Cause.BLOCKING) {
            link.sendAllNow(new EndWave(wave, true));
        }
    }

    private void endView(boolean lost) {
        viewLost = lost;
        step = Step.ENDING;
        tracker.unline();
        pump();
    }

    /** An attempt ended early: once more in the same view, or in the next wave where the view is gone. */
    void attemptFailed(int subtask, AttemptFailed event) {
        if (!tracker.owns(event.attempt().chunk()) || !tracker.failed(event.attempt())) {
            return;
        }
        ChunkId id = event.attempt().chunk();
        LOG.warn("attempt {} failed: {}", event.attempt(), event.finding().text());
        if (step == Step.OPEN && event.wave() == wave) {
            boolean own = views.attemptFailed(subtask);
            if (event.viewLost() && !own) {
                endView(true);
            } else if (failures.merge(id, 1, Integer::sum) >= ATTEMPTS_IN_ONE_VIEW) {
                throw new HandoffException(event.finding());
            } else {
                tracker.again(id);
            }
        }
        pump();
    }

    /** A reader has opened its own view: chunks are claimed in it from now on. */
    void viewOpened(int subtask, ViewOpened event) {
        if (views.opened(subtask, event)) {
            pump();
        }
    }

    /** A reader could not open its own view. */
    void viewFailed(int subtask, ViewFailed event) {
        views.failed(subtask, event);
        pump();
    }

    void readerLost(int subtask) {
        readersMissing = true;
        views.lost(subtask);
        tracker.lost(subtask);
    }

    /** All readers are known again: what the lost ones held is read again, in the same view where it still stands. */
    void resume() {
        readersMissing = false;
        if (step == Step.OPEN) {
            tracker.line();
        }
        weave();
        pump();
    }

    private void finish() {
        boolean waveOpen = step != Step.IDLE;
        boolean lost = step == Step.ENDING && viewLost;
        step = Step.DONE;
        if (!waveOpen) {
            role.completed().run();
            return;
        }
        closeWave(lost, List.of(), role.completed());
    }
}
