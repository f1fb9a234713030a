package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.model.Position;
import java.util.List;
import java.util.function.Consumer;
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
    private final ViewKeeper views;
    private final long chunkRows;

    /** @param desk where waves are written; plans are the run's own */
    WaveOpening(RunDesk run, WaveDesk desk, CopyShared.Threads threads, ViewKeeper views, long chunkRows) {
        this.run = run;
        this.desk = desk;
        this.evidence = threads.evidence();
        this.viewThread = threads.view();
        this.views = views;
        this.chunkRows = chunkRows;
    }

    /** A plan that is recorded, and the view that it was made in, which is wave 0's. */
    record Planned(RunOpening opening, ViewTicket view) {}

    /** Makes the plan in the slot's own view where there is no slot yet, else in a later one. */
    void plan(boolean slotMissing, Consumer<Planned> take) {
        if (!slotMissing) {
            views.open(ticket -> ticket, ticket -> planIn(ticket, take));
            return;
        }
        views.openMain(
                ticket -> ticket,
                ticket -> evidence.run(
                        () -> {
                            run.recordSlot(ticket.boundary());
                            return ticket;
                        },
                        recorded -> planIn(recorded, take)));
    }

    private void planIn(ViewTicket ticket, Consumer<Planned> take) {
        LOG.info("view opened, boundary {}", ticket.boundary());
        viewThread.run(
                () -> CopyPlan.in(ticket, desk.dialect(), chunkRows),
                plan -> evidence.run(() -> new Planned(run.recordPlan(plan, ticket.boundary()), ticket), planned -> {
                    LOG.info(
                            "planned {} chunks of {} relations",
                            planned.opening().chunks().size(),
                            planned.opening().schemas().size());
                    take.accept(planned);
                }));
    }

    /** Reads a fresh floor at the source, for a stream that stands at {@code reached}. */
    void floor(Position reached, Consumer<Position> take) {
        viewThread.run(() -> desk.freshFloor(reached), take);
    }

    /** Opens a later wave: members and floor, then the view, then its boundary. */
    void open(Wave wave, Runnable membersDurable, Consumer<ViewTicket> take) {
        evidence.run(
                () -> {
                    desk.openWave(wave.number(), wave.floor(), wave.members());
                    return wave;
                },
                durable -> {
                    membersDurable.run();
                    views.open(ticket -> ticket, ticket -> recordBoundary(durable, ticket, take));
                });
    }

    /** A wave to be opened. */
    record Wave(int number, Position floor, List<ChunkMove> members) {}

    private void recordBoundary(Wave wave, ViewTicket ticket, Consumer<ViewTicket> take) {
        evidence.run(
                () -> {
                    desk.recordWaveBoundary(wave.number(), ticket.boundary());
                    return ticket;
                },
                recorded -> {
                    LOG.info("wave {} opened, floor {}, boundary {}", wave.number(), wave.floor(), recorded.boundary());
                    take.accept(recorded);
                });
    }
}
