package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.model.TimelineEnd;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The door to a simulated PostgreSQL: exact views, its slot, and one stream. */
final class SimulatedDialect implements SourceDoor {
    private final SimulatedSource source;
    private final Set<Removal> removed;
    private final Laws laws;
    private final Map<String, SimulatedView> views = new HashMap<>();
    private final List<Session> sessions = new ArrayList<>();
    private @Nullable SimulatedView newest;
    private @Nullable SimulatedStream stream;
    private @Nullable Lsn confirmed;

    SimulatedDialect(SimulatedSource source, Set<Removal> removed, Laws laws) {
        this.source = source;
        this.removed = removed;
        this.laws = laws;
    }

    static HandoffException failure(ErrorCode code, String object) {
        return new HandoffException(new Finding(code, object, "a simulated failure", "none", "nothing"));
    }

    @Override
    public List<Finding> check() {
        return List.of();
    }

    @Override
    public Identity identity() {
        return removed.contains(Removal.R8_SAME_SOURCE) ? new Identity("1", 1, "shop", 170_005) : source.identity();
    }

    @Override
    public Lsn currentPosition(String identity, Position reached) {
        requireBound(identity);
        return source.end();
    }

    @Override
    public List<TimelineEnd> history(Identity now) {
        return source.timelines();
    }

    private void requireBound(String identity) {
        if (!identity.equals(identity().text())) {
            throw failure(ErrorCode.SOURCE_CHANGED, "source");
        }
    }

    @Override
    public void ensurePublication() {
        // it is there
    }

    @Override
    public Optional<SlotStatus> slot() {
        Lsn at = confirmed;
        boolean blind = removed.contains(Removal.R7_ACKNOWLEDGE_LATE);
        return at == null
                ? Optional.empty()
                : Optional.of(new SlotStatus(blind ? Lsn.ZERO : at, Optional.of(at), "reserved", Optional.empty(), 0));
    }

    @Override
    public void dropSlot() {
        confirmed = null;
        cutStream();
    }

    /** Somebody drops the slot and makes it again. */
    @Override
    public void disturbLog() {
        if (confirmed != null) {
            cutStream();
            confirmed = source.end();
            source.journal.tell("source", () -> "somebody drops the slot and makes it again at " + source.end());
        }
    }

    @Override
    public void requireLog(Position position) {
        SlotStatus.require(slot(), "handoff", position);
    }

    @Override
    public View openMainView(String identity, WaitListener waits) {
        requireBound(identity);
        if (confirmed != null) {
            throw failure(ErrorCode.SLOT_NAME_TAKEN, "slot");
        }
        confirmed = source.end();
        return open("the slot's view");
    }

    @Override
    public View openView(String identity, WaitListener waits) {
        requireBound(identity);
        return open("a view");
    }

    private SimulatedView open(String what) {
        ViewTicket ticket = new ViewTicket(
                "v" + views.size(), source.end(), source.identity().text(), 1);
        Map<Integer, Row> rows = removed.contains(Removal.R1_EXACT_BOUNDARY) ? source.visibleRows() : source.rows();
        SimulatedView view = new SimulatedView(ticket, rows, source.journal);
        views.put(ticket.snapshot(), view);
        newest = view;
        source.journal.tell("source", () -> what + " " + ticket.snapshot() + " is open at " + ticket.boundary());
        return view;
    }

    /** The newest view, where it stands. */
    private Optional<SimulatedView> standing() {
        return Optional.ofNullable(newest).filter(v -> !v.isLost());
    }

    @Override
    public boolean isViewOpen() {
        return standing().isPresent();
    }

    @Override
    public void loseView() {
        standing().ifPresent(SimulatedView::lose);
    }

    @Override
    public void block(String who) {
        standing().ifPresent(view -> view.block(who));
    }

    @Override
    public List<RelationSchema> readSchemas(ViewTicket view) {
        List<RelationSchema> schemas = presentSchemas();
        schemas.forEach(schema -> requireAsItWas(schema, view));
        return schemas;
    }

    private void requireAsItWas(RelationSchema schema, ViewTicket view) {
        if (source.isRewritten(source.dataset.of(schema.relation()), Lsn.of(view.boundary()))) {
            throw failure(ErrorCode.RELATION_REWRITTEN, schema.relation().toString());
        }
    }

    @Override
    public List<RelationSchema> presentSchemas() {
        return source.dataset.schemas();
    }

    @Override
    public List<Finding> checkContract(List<RelationSchema> contract) {
        return List.of();
    }

    @Override
    public List<KeyRange> planChunks(ViewTicket view, RelationSchema schema, long rows) {
        return source.dataset.ranges(schema);
    }

    @Override
    public List<KeyRange> planChunks(RelationSchema schema, long rows) {
        return source.dataset.ranges(schema);
    }

    @Override
    public boolean isRead(int relation) {
        return sessions.stream().anyMatch(s -> s.entered.contains(relation));
    }

    @Override
    public ViewSession importView(ViewTicket ticket, List<RelationSchema> contract) {
        SimulatedView view = views.get(ticket.snapshot());
        if (view == null || view.isLost()) {
            throw failure(ErrorCode.VIEW_LOST, "view " + ticket.snapshot());
        }
        Session session = new Session(view);
        sessions.add(session);
        view.enter();
        return session;
    }

    @Override
    public void breakARead() {
        if (!sessions.isEmpty()) {
            Session one = source.choices.of(sessions);
            one.broken = true;
            source.journal.tell("source", () -> "a reader's session breaks");
        }
    }

    /** A reader's transaction in a view. */
    private final class Session implements ViewSession {
        private final SimulatedView view;
        private final Set<Integer> entered = new HashSet<>();
        private boolean broken;

        Session(SimulatedView view) {
            this.view = view;
        }

        @Override
        public ChunkReader read(RelationSchema schema, KeyRange range) {
            int relation = source.dataset.of(schema.relation());
            requireAsItWas(schema, view.ticket());
            entered.add(relation);
            List<Integer> inside = view.rows.keySet().stream()
                    .filter(row -> Dataset.relationOf(row) == relation && Dataset.holds(range, Dataset.keyOf(row)))
                    .toList();
            return new Reader(inside.iterator());
        }

        /** Reads a row a block. */
        private final class Reader implements ChunkReader {
            private final Iterator<Integer> left;

            Reader(Iterator<Integer> left) {
                this.left = left;
            }

            @Override
            public boolean read(RowBuffer into) {
                if (broken) {
                    throw failure(ErrorCode.CHUNK_READ_FAILED, "chunk");
                }
                if (left.hasNext()) {
                    int row = left.next();
                    byte[] line =
                            (SimulatedDialect.line(row, view.rows.get(row)) + "\n").getBytes(StandardCharsets.UTF_8);
                    into.add(line, 0, line.length);
                }
                return left.hasNext();
            }

            @Override
            public void close() {
                // the session stays
            }
        }

        @Override
        public void abort() {
            broken = true;
        }

        @Override
        public void close() {
            if (sessions.remove(this)) {
                view.leave();
            }
        }
    }

    static String line(int row, @Nullable Row image) {
        Row present = image == null ? ModelEvent.NO_ROW : image;
        return Dataset.keyOf(row) + "\t" + present.small() + "\t" + present.large();
    }

    /** The server's own way: from the slot's position where that is ahead, in silence. */
    @Override
    public ChangeStream openStream(String identity, Position from, List<RelationSchema> contract) {
        requireBound(identity);
        Lsn slot = confirmed;
        if (slot == null) {
            throw failure(ErrorCode.SLOT_MISSING, "slot");
        }
        if (!removed.contains(Removal.R7_ACKNOWLEDGE_LATE) && !from.covers(slot)) {
            throw failure(ErrorCode.SLOT_AHEAD, "slot");
        }
        cutStream();
        SimulatedStream opened = new SimulatedStream(this, source, Lsn.of(from).max(slot));
        stream = opened;
        source.journal.tell("stream", () -> "opens at " + Lsn.of(from).max(slot));
        return opened;
    }

    @Override
    public void cutStream() {
        SimulatedStream present = stream;
        if (present != null) {
            present.cut();
            stream = null;
        }
    }

    /** The stream received up to there; only without R7 that means anything. */
    void received(Lsn position) {
        if (removed.contains(Removal.R7_ACKNOWLEDGE_LATE)) {
            confirm(position);
        }
    }

    void confirm(Lsn position) {
        Lsn slot = confirmed;
        if (slot != null && position.compareTo(slot) > 0) {
            laws.acknowledged(position);
            confirmed = position;
            source.journal.tell("slot", () -> "is told " + position);
        }
    }

    @Override
    public RowLookup openLookup(String identity) {
        requireBound(identity);
        return new RowLookup() {
            @Override
            public Optional<byte[]> find(RelationSchema schema, Key key, long xid) {
                return lookup(Dataset.row(source.dataset.of(schema.relation()), Dataset.number(key)), xid);
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }

    private Optional<byte[]> lookup(int row, long xid) {
        if (!removed.contains(Removal.R3_LOOKUP_WAITS)) {
            source.awaitVisible(xid);
        }
        Row found = source.visibleRows().get(row);
        if (found == null) {
            source.missed.add(row);
            return Optional.empty();
        }
        return Optional.of(line(row, found).getBytes(StandardCharsets.UTF_8));
    }

    /** A standby is promoted: views, sessions and the stream are gone, the slot is there. */
    @Override
    public void failOver() {
        source.failOver();
        Lsn at = confirmed;
        confirmed = at == null ? null : at.min(source.end());
        views.values().forEach(SimulatedView::lose);
        sessions.forEach(s -> s.broken = true);
        cutStream();
    }
}
