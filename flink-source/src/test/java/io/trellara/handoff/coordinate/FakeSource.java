package io.trellara.handoff.coordinate;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.LogSession;
import io.trellara.handoff.dialect.OwnView;
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
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TimelineEnd;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A source whose log end is moved by hand; tells the journal of views and slots. */
final class FakeSource implements Dialect {
    private final List<String> journal;
    final List<Finding> drift = new ArrayList<>();
    List<RelationSchema> present = List.of(Schemas.orders());
    long logEnd = 100;
    int timeline = 1;
    List<TimelineEnd> history = List.of();
    boolean viewLost;
    /** Whether each reader opens its own views, as on MySQL. */
    boolean ownViews;

    int ownViewsAtOnce = Integer.MAX_VALUE;

    boolean unreachable;
    Optional<String> blocked = Optional.empty();
    Optional<SlotStatus> slot = Optional.empty();
    Optional<LogReading> log = Optional.empty();
    boolean brokenLog;
    private int views;

    FakeSource(List<String> journal) {
        this.journal = journal;
    }

    private void requireReachable() {
        if (unreachable) {
            throw new HandoffException(
                    new Finding(ErrorCode.SOURCE_UNREACHABLE, "source", "no answer", "an answer", "start it"));
        }
    }

    @Override
    public List<Finding> check() {
        requireReachable();
        return List.of();
    }

    @Override
    public Identity identity() {
        requireReachable();
        return new Identity("1", timeline, "shop", 170005);
    }

    @Override
    public List<TimelineEnd> history(Identity now) {
        return history;
    }

    private void requireBound(String identity) {
        if (!identity.equals(identity().text())) {
            throw new AssertionError("a view of " + identity);
        }
    }

    @Override
    public Lsn currentPosition(String identity, Position reached) {
        requireBound(identity);
        journal.add("floor read");
        return new Lsn(logEnd);
    }

    @Override
    public LogSession openLog(String identity) {
        journal.add("log session");
        return new LogSession() {
            @Override
            public Optional<LogReading> read(Position reached) {
                return readLog(identity, reached);
            }

            @Override
            public void close() {
                journal.add("log session closed");
            }
        };
    }

    @Override
    public Optional<LogReading> readLog(String identity, Position reached) {
        requireReachable();
        if (brokenLog) {
            throw new IllegalStateException("an answer that nobody has thought of");
        }
        return log;
    }

    @Override
    public void ensurePublication() {
        journal.add("publication");
    }

    @Override
    public Optional<SlotStatus> slot() {
        return slot;
    }

    @Override
    public void dropSlot() {
        journal.add("slot dropped");
        slot = Optional.empty();
    }

    @Override
    public void requireLog(Position position) {
        SlotStatus.require(slot(), "handoff", position);
    }

    @Override
    public boolean sharesViews() {
        return !ownViews;
    }

    @Override
    public int ownViewsAtOnce() {
        return ownViewsAtOnce;
    }

    @Override
    public OwnView.Watch watchOwnViews() {
        return new OwnView.Watch() {
            @Override
            public Optional<String> blockedSession(Collection<ViewTicket> open) {
                return blocked;
            }

            @Override
            public void close() {
                journal.add("watch closed");
            }
        };
    }

    @Override
    public View openMainView(String identity, WaitListener waits) {
        requireBound(identity);
        journal.add("slot created");
        slot = Optional.of(
                new SlotStatus(new Lsn(logEnd), Optional.of(new Lsn(logEnd)), "reserved", Optional.empty(), 0));
        return view();
    }

    @Override
    public View openView(String identity, WaitListener waits) {
        requireBound(identity);
        journal.add("view opened");
        return view();
    }

    private View view() {
        viewLost = false;
        ViewTicket ticket = new ViewTicket("snapshot-" + views++, new Lsn(logEnd), "start", 1);
        return new View() {
            @Override
            public ViewTicket ticket() {
                return ticket;
            }

            @Override
            public boolean isLost() {
                return viewLost;
            }

            @Override
            public Optional<String> blockedSession() {
                return blocked;
            }

            @Override
            public void close() {
                journal.add("view closed");
            }
        };
    }

    @Override
    public List<RelationSchema> readSchemas(ViewTicket view) {
        return presentSchemas();
    }

    @Override
    public List<RelationSchema> presentSchemas() {
        return present;
    }

    @Override
    public List<Finding> checkContract(List<RelationSchema> contract) {
        return drift;
    }

    @Override
    public List<KeyRange> planChunks(ViewTicket view, RelationSchema schema, long rows) {
        return List.of(Schemas.range(-1, 10), Schemas.range(10, -1));
    }

    @Override
    public List<KeyRange> planChunks(RelationSchema schema, long rows) {
        journal.add("planned " + schema.relation());
        return planChunks(new ViewTicket("none", new Lsn(logEnd), "start", 1), schema, rows);
    }

    @Override
    public ViewSession importView(ViewTicket view, List<RelationSchema> contract) {
        throw new AssertionError("only readers import");
    }

    @Override
    public ChangeStream openStream(String identity, Position from, List<RelationSchema> contract) {
        throw new AssertionError("only readers stream");
    }

    @Override
    public RowLookup openLookup(String identity) {
        throw new AssertionError("only readers look up");
    }
}
