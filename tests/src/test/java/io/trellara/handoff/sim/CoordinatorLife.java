package io.trellara.handoff.sim;

import io.trellara.handoff.coordinate.SteppedCoordinator;
import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.DurableReport;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.ReaderEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.SourceEvent;

/** One life of the coordinator, and what Flink has to tell it. */
final class CoordinatorLife {
    /** What Flink tells the coordinator, first in, first out. */
    sealed interface Notice {
        record Completed(long checkpoint) implements Notice {}

        record Reset(int subtask) implements Notice {}
    }

    final SteppedCoordinator coordinator;
    final Deque<Notice> notices = new ArrayDeque<>();
    private final World world;
    private final Map<Integer, ReaderTask> readers = new HashMap<>();
    private final Map<ChunkAttempt, Long> reported = new HashMap<>();
    private final Map<Integer, Map<Integer, ViewTicket>> viewsOf = new HashMap<>();

    CoordinatorLife(World world, int parallelism) {
        this.world = world;
        this.coordinator = new SteppedCoordinator(
                new SteppedCoordinator.World(
                        world.config,
                        world.dialect,
                        world.evidence.connect(),
                        world.without(Removal.R4_DURABLE_FIRST) ? new Uncounted(world.target, reported) : world.target,
                        world::nanoTime),
                parallelism,
                new Out());
    }

    private final class Out implements SteppedCoordinator.Wires {
        @Override
        public void event(int subtask, SourceEvent event) {
            send(subtask, new ReaderTask.Inbound.Event(event));
            if (event instanceof CoordinatorEvent.Hold) {
                world.dialect.holding();
            }
            if (event instanceof CoordinatorEvent.Hold hold && world.without(Removal.R2_ACKNOWLEDGED)) {
                answerInItsPlace(subtask, new ReaderEvent.Held(hold.sequence(), world.source.kind.nothing()));
            }
            if (event instanceof CoordinatorEvent.Suppress suppress && world.without(Removal.R5_DRAIN)) {
                answerInItsPlace(subtask, new ReaderEvent.Suppressed(suppress.sequence()));
            }
        }

        private void answerInItsPlace(int subtask, ReaderEvent answer) {
            Optional.ofNullable(readers.get(subtask))
                    .ifPresent(reader -> reader.outbox.addFirst(new ReaderTask.Outbound.Event(answer)));
        }

        @Override
        public void split(int subtask, HandoffSplit split) {
            send(subtask, new ReaderTask.Inbound.Split(split));
        }

        private void send(int subtask, ReaderTask.Inbound message) {
            ReaderTask reader = readers.get(subtask);
            if (reader != null) {
                reader.send(message);
            }
        }
    }

    /** Whether a reset is still to come: nothing of the new attempt is heard before it. */
    boolean awaitsReset() {
        return notices.stream().anyMatch(Notice.Reset.class::isInstance);
    }

    /**
     * Whether the next notice may be heard: a reader's word on a checkpoint comes before the checkpoint's completion.
     */
    boolean mayNotice() {
        return notices.peek() instanceof Notice.Reset
                || (notices.peek() instanceof Notice.Completed completed
                        && readers.values().stream().noneMatch(r -> r.isTelling(completed.checkpoint())));
    }

    void notice() {
        Notice next = mayNotice() ? notices.poll() : null;
        if (next instanceof Notice.Completed completed) {
            world.journal.tell("coordinator", () -> "hears that checkpoint " + completed.checkpoint() + " completed");
            coordinator.completed(completed.checkpoint());
        } else if (next instanceof Notice.Reset reset) {
            world.journal.tell("coordinator", () -> "hears that reader " + reset.subtask() + " was reset");
            readers.remove(reset.subtask());
            coordinator.reset(reset.subtask());
        }
    }

    /** Hears the next word of a reader. */
    void hear(ReaderTask reader) {
        ReaderTask.Outbound next = reader.outbox.poll();
        if (next instanceof ReaderTask.Outbound.Registration) {
            readers.put(reader.subtask, reader);
            coordinator.register(reader.subtask);
        } else if (next instanceof ReaderTask.Outbound.Request) {
            coordinator.request(reader.subtask);
        } else if (next instanceof ReaderTask.Outbound.Event event) {
            reportsIn(event.event()).forEach(report -> reported.put(report.attempt(), report.rows()));
            coordinator.event(reader.subtask, without(reader.subtask, event.event()));
        }
    }

    /** Of a reader's view another boundary is heard than its own. */
    private SourceEvent without(int subtask, SourceEvent event) {
        if (!(event instanceof ReaderEvent.ViewOpened opened)) {
            return event;
        }
        Optional<ViewTicket> other = Optional.empty();
        Map<Integer, ViewTicket> of = viewsOf.computeIfAbsent(opened.wave(), wave -> new TreeMap<>());
        if (world.without(Removal.R5_OWN_BOUNDARY)) {
            other = of.entrySet().stream()
                    .filter(view -> view.getKey() != subtask)
                    .map(Map.Entry::getValue)
                    .findFirst();
            of.put(subtask, opened.ticket());
        } else if (world.without(Removal.R5_VIEW_OF_THE_CLAIM)) {
            other = Optional.ofNullable(of.putIfAbsent(subtask, opened.ticket()));
        }
        return other.map(ticket -> (SourceEvent) new ReaderEvent.ViewOpened(
                        opened.wave(), at(opened.ticket(), ticket.boundary()), opened.cost()))
                .orElse(event);
    }

    private static ViewTicket at(ViewTicket own, Position boundary) {
        return new ViewTicket(own.snapshot(), boundary, own.serverStart(), own.session());
    }

    private static List<ChunkReport> reportsIn(SourceEvent event) {
        if (event instanceof ReaderEvent.Snapshot snapshot) {
            return snapshot.reports();
        }
        return event instanceof ReaderEvent.Hello hello
                ? hello.durable().stream().map(DurableReport::report).toList()
                : List.of();
    }

    /** A target whose counts nobody looks at: they are said to be what the readers reported. */
    private record Uncounted(TargetControl target, Map<ChunkAttempt, Long> reported) implements TargetControl {
        @Override
        public List<Finding> check(List<RelationSchema> schemas, boolean fresh) {
            return target.check(schemas, fresh);
        }

        @Override
        public void prepare(List<RelationSchema> schemas) {
            target.prepare(schemas);
        }

        @Override
        public void prepareAdded(List<RelationSchema> schemas, long generation) {
            target.prepareAdded(schemas, generation);
        }

        @Override
        public long raiseGeneration() {
            return target.raiseGeneration();
        }

        @Override
        public long erase(RelationSchema schema, List<KeyRange> ranges, long generation) {
            return target.erase(schema, ranges, generation);
        }

        @Override
        public Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts) {
            return reported;
        }

        @Override
        public List<SinkHalt> halts(long afterId) {
            return target.halts(afterId);
        }

        @Override
        public Optional<Lsn> ledger() {
            return target.ledger();
        }

        @Override
        public Optional<Lsn> ledgerEnd() {
            return target.ledgerEnd();
        }

        @Override
        public void close() {
            target.close();
        }
    }
}
