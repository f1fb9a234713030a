package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.Position;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens waves, in the order that R1 and R2 demand: what a view is bound by is durable before the view is opened, and
 * its own boundary before anything is read in it. Coordinator thread; the steps run on the evidence and the view
 * thread.
 */
final class WaveOpening {
    private static final Logger LOG = LoggerFactory.getLogger(WaveOpening.class);

    private final RunDesk run;
    private final WaveDesk desk;
    private final Work evidence;
    private final Work viewThread;
    private final ViewKeeper keeper;
    private final WaveViews views;
    private final long chunkRows;
    private @Nullable Position runBoundary;

    /** @param desk where waves are written; plans are the run's own */
    WaveOpening(CopyShared shared, WaveDesk desk, WaveViews views) {
        this.run = shared.parts().desk();
        this.desk = desk;
        this.evidence = shared.threads().evidence();
        this.viewThread = shared.threads().view();
        this.keeper = shared.views();
        this.views = views;
        this.chunkRows = shared.parts().config().copy().chunkRows();
    }

    /** Takes over the run's boundary, where it has one. */
    void bound(RunOpening opening) {
        opening.boundary().ifPresent(boundary -> runBoundary = boundary);
    }

    /** The floor of waves without a stream beside them (R2). */
    Position runBoundary() {
        Position recorded = runBoundary;
        if (recorded == null) {
            throw HandoffException.bug("run", "a wave without a boundary", "the boundary first (R1)");
        }
        return recorded;
    }

    /** Makes the plan in the run's first view where there is none yet, else in a later one; wave 0 is open then. */
    void plan(boolean first, Consumer<RunOpening> take) {
        if (!first) {
            keeper.open(0, ticket -> ticket, ticket -> planIn(ticket, take));
            return;
        }
        keeper.openMain(
                ticket -> ticket,
                ticket -> evidence.run(
                        () -> {
                            run.recordSlot(ticket.boundary());
                            return ticket;
                        },
                        recorded -> planIn(recorded, take)));
    }

    private void planIn(ViewTicket ticket, Consumer<RunOpening> take) {
        LOG.info("view opened, boundary {}", ticket.boundary());
        boolean shared = desk.dialect().sharesViews();
        viewThread.run(
                () -> CopyPlan.in(ticket, desk.dialect(), chunkRows, keeper::close),
                plan -> evidence.run(
                        () -> run.recordPlan(plan, shared ? Optional.of(ticket.boundary()) : Optional.empty()),
                        planned -> {
                            LOG.info(
                                    "planned {} chunks of {} relations",
                                    planned.chunks().size(),
                                    planned.schemas().size());
                            enter(shared, ticket, planned);
                            take.accept(planned);
                        }));
    }

    /** The plan's view is wave 0's where it can be shared; else readers open theirs. */
    private void enter(boolean shared, ViewTicket ticket, RunOpening planned) {
        if (shared) {
            views.share(0, ticket);
            return;
        }
        List<ChunkRecord> members = planned.chunks().stream()
                .filter(chunk -> chunk.state() == ChunkState.MEMBER)
                .toList();
        views.own(0, order(planned.boundary().orElseThrow(), members));
    }

    private static WaveViews.OwnOrder order(Position floor, List<ChunkRecord> members) {
        return new WaveViews.OwnOrder(
                floor,
                members.stream().map(chunk -> chunk.id().relation()).distinct().toList());
    }

    /** Reads a fresh floor at the source, for a stream that stands at {@code reached}. */
    void floor(Position reached, Consumer<Position> take) {
        viewThread.run(() -> desk.freshFloor(reached), take);
    }

    /** Opens a later wave: members and floor, then its view and that one's boundary, or each reader's own. */
    void open(Wave wave, Runnable membersDurable, Runnable then) {
        evidence.run(
                () -> {
                    desk.openWave(wave.number(), wave.floor(), wave.members());
                    return wave;
                },
                durable -> {
                    membersDurable.run();
                    if (desk.dialect().sharesViews()) {
                        keeper.open(wave.number(), ticket -> ticket, ticket -> recordBoundary(durable, ticket, then));
                    } else {
                        List<ChunkRecord> members =
                                wave.members().stream().map(ChunkMove::after).toList();
                        views.own(wave.number(), order(wave.floor(), members));
                        LOG.info("wave {} opened, floor {}", wave.number(), wave.floor());
                        then.run();
                    }
                });
    }

    /** A wave to be opened. */
    record Wave(int number, Position floor, List<ChunkMove> members) {}

    private void recordBoundary(Wave wave, ViewTicket ticket, Runnable then) {
        evidence.run(
                () -> {
                    desk.recordWaveBoundary(wave.number(), ticket.boundary());
                    return ticket;
                },
                recorded -> {
                    LOG.info("wave {} opened, floor {}, boundary {}", wave.number(), wave.floor(), recorded.boundary());
                    views.share(wave.number(), recorded);
                    then.run();
                });
    }
}
