package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.read.FetchSettings;
import io.trellara.handoff.read.SteppedReader;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import io.trellara.handoff.state.CoordinatorEvent.Grant;
import io.trellara.handoff.state.CoordinatorEvent.Hold;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.HandoffSplit;
import io.trellara.handoff.state.ReaderEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.SourceEvent;
import org.jspecify.annotations.Nullable;

/** One attempt of a reader's task, and the two ways between it and the coordinator. */
final class ReaderTask {
    /** Blocks and batches may wait without limit here: a step never waits. */
    private static final int BLOCKS_AHEAD = Integer.MAX_VALUE;

    /** How often in a hundred a late command is obeyed before the next message. */
    private static final int LATE = 10;

    /** What a reader is sent, first in, first out. */
    sealed interface Inbound {
        record Event(SourceEvent event) implements Inbound {}

        record Split(HandoffSplit split) implements Inbound {}

        record Trigger(long checkpoint) implements Inbound {}
    }

    /** What a reader sends to the coordinator, first in, first out. */
    sealed interface Outbound {
        record Registration() implements Outbound {}

        record Request() implements Outbound {}

        record Event(SourceEvent event) implements Outbound {}
    }

    final int subtask;
    final SteppedReader reader;
    final Deque<Outbound> outbox = new ArrayDeque<>();
    /** Completed checkpoints that it has not heard of; a later one stands for them. */
    final Deque<Long> completions = new ArrayDeque<>();

    private final World world;
    private final Deque<Inbound> inbox = new ArrayDeque<>();
    private final Deque<Inbound> held = new ArrayDeque<>();
    private final Deque<SourceEvent> late = new ArrayDeque<>();
    private boolean holding;
    private boolean dead;
    private @Nullable ViewTicket view;

    ReaderTask(int subtask, World world, Consumer<Block> emitted) {
        this.subtask = subtask;
        this.world = world;
        FetchSettings settings = new FetchSettings(
                world.dialect,
                world.config.copy().blockBytes(),
                BLOCKS_AHEAD,
                World.LANES,
                world.config.stream().markIntervalMillis(),
                world::nanoTime);
        this.reader = new SteppedReader(subtask, settings, new Out(), emitted);
    }

    private final class Out implements SteppedReader.Wires {
        @Override
        public void event(SourceEvent event) {
            say(event.getClass().getSimpleName());
            if (event instanceof ReaderEvent.ViewOpened opened) {
                view = opened.ticket();
            }
            outbox.add(new Outbound.Event(event));
        }

        @Override
        public void request() {
            outbox.add(new Outbound.Request());
        }

        private void say(String what) {
            world.journal.tell("reader " + subtask, () -> "says " + what);
        }
    }

    /** As Flink does it: state first, then the registration, then the start. */
    void start(List<HandoffSplit> restored) {
        if (!restored.isEmpty()) {
            reader.add(restored);
        }
        outbox.add(new Outbound.Registration());
        reader.start();
    }

    /** From the coordinator; held while a checkpoint of the coordinator waits for this reader's. */
    void send(Inbound message) {
        if (!dead) {
            (holding ? held : inbox).add(message);
        }
    }

    void hold() {
        holding = true;
    }

    void release() {
        holding = false;
        inbox.addAll(held);
        held.clear();
    }

    /** Nothing reaches it any more. */
    void die() {
        dead = true;
        inbox.clear();
        held.clear();
        late.clear();
        outbox.clear();
        completions.clear();
    }

    boolean hasMail() {
        return !inbox.isEmpty() || !late.isEmpty();
    }

    /** Whether its word on a checkpoint is still on its way: Flink brings it before the checkpoint's completion. */
    boolean isTelling(long checkpoint) {
        return outbox.stream()
                .anyMatch(message -> message instanceof Outbound.Event event
                        && event.event() instanceof ReaderEvent.Snapshot snapshot
                        && snapshot.checkpointId() <= checkpoint);
    }

    /** Takes the next message; a trigger is handed back. */
    Optional<Long> receive() {
        if (!late.isEmpty() && world.choices.chance(LATE)) {
            reader.event(late.remove());
            return Optional.empty();
        }
        Inbound next = inbox.poll();
        if (next instanceof Inbound.Event event) {
            SourceEvent changed = without(event.event());
            world.journal.tell(
                    "reader " + subtask, () -> "hears " + changed.getClass().getSimpleName());
            if (isLate(changed)) {
                late.add(changed);
            } else {
                reader.event(changed);
            }
        } else if (next instanceof Inbound.Split split) {
            world.journal.tell("reader " + subtask, () -> "is assigned " + split.split());
            reader.add(List.of(without(split.split())));
        } else if (next instanceof Inbound.Trigger trigger) {
            return Optional.of(trigger.checkpoint());
        }
        return Optional.empty();
    }

    /** Its stream is in the midst of a poll and hears later, which nobody waits for. */
    private boolean isLate(SourceEvent event) {
        return world.without(Removal.R2_ACKNOWLEDGED) && (event instanceof Hold || event instanceof Grant);
    }

    /** A chunk is read in whatever view is open. */
    private HandoffSplit without(HandoffSplit split) {
        ViewTicket open = view;
        boolean any = world.without(Removal.R5_OWN_BOUNDARY) || world.without(Removal.R5_VIEW_OF_THE_CLAIM);
        if (!any || open == null || !(split instanceof HandoffSplit.ChunkSplit chunk)) {
            return split;
        }
        return new HandoffSplit.ChunkSplit(
                chunk.attempt(), chunk.schema(), chunk.range(), chunk.wave(), open, chunk.replace());
    }

    /** Messages that say less than a rule asks. */
    private SourceEvent without(SourceEvent event) {
        if (event instanceof GatePage page) {
            return new GatePage(page.sequence(), page.schemas(), without(page.ranges()), page.chunks());
        }
        if (event instanceof Grant grant) {
            boolean floor = !world.without(Removal.R2_FLOOR);
            return new Grant(without(grant.copied()), floor ? grant.floor() : null, grant.acknowledge());
        }
        if (world.without(Removal.R2_FLOOR) && event instanceof ReleaseStream release) {
            return new ReleaseStream(release.pages(), release.identity(), release.durable(), null, release.atMark());
        }
        return event;
    }

    private List<CopiedRange> without(List<CopiedRange> ranges) {
        return ranges.stream().map(this::without).collect(Collectors.toCollection(ArrayList::new));
    }

    private CopiedRange without(CopiedRange range) {
        if (world.without(Removal.R5_REPLAY)) {
            return new CopiedRange(range.relation(), range.range(), range.boundary(), range.boundary());
        }
        return world.without(Removal.R3_GATE)
                ? new CopiedRange(
                        range.relation(), range.range(), world.source.kind.nothing(), world.source.kind.nothing())
                : range;
    }
}
