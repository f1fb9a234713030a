package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.ChangeStream;
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
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TimelineEnd;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The door to a simulated MySQL: each reader's own view under a brief lock on its relations, at exactly what counts as
 * executed then; a log that is kept by age; and one stream.
 */
final class SimulatedMysql implements SourceDoor {
    private static final int VERSION = 90_700;
    private static final int FAILS = 8;

    private final SimulatedSource source;
    private final Set<Removal> removed;
    private final Laws laws;
    private final LockedSnapshot snapshots;
    private final List<SimulatedOwnView> open = new ArrayList<>();
    private GtidSet purged;
    private @Nullable SimulatedBinlog stream;
    private final Map<SimulatedOwnView, String> blocked = new HashMap<>();
    private int connections;

    SimulatedMysql(SimulatedSource source, Set<Removal> removed, Laws laws) {
        this.source = source;
        this.removed = removed;
        this.laws = laws;
        this.snapshots = new LockedSnapshot(source, removed);
        this.purged = source.executed();
    }

    @Override
    public List<Finding> check() {
        return List.of();
    }

    @Override
    public Identity identity() {
        return removed.contains(Removal.R8_SAME_SOURCE)
                ? Identity.mysql(GtidCount.server(1).toString(), VERSION)
                : source.identity();
    }

    private void requireBound(String identity) {
        Identity bound = Identity.parse(identity);
        if (!identity().succeeding(bound).text().equals(bound.text())) {
            throw SimulatedDialect.failure(ErrorCode.SOURCE_PROMOTED, "source");
        }
    }

    /** A server that has sent what does not count as executed yet is waited for, or believed. */
    @Override
    public BinlogPosition currentPosition(String identity, Position reached) {
        requireBound(identity);
        GtidSet sent = BinlogPosition.of(reached).gtids();
        if (removed.contains(Removal.R2_REACHED)) {
            return snapshots.told(source.executed());
        }
        if (source.choices.chance(50)) {
            source.awaitExecuted(sent);
        }
        return snapshots.told(source.executed().union(sent));
    }

    @Override
    public List<TimelineEnd> history(Identity now) {
        return now.timeline() == 0
                ? List.of()
                : List.of(new TimelineEnd(now.timeline() - 1, BinlogPosition.of(source.executed())));
    }

    @Override
    public void ensurePublication() {
        // the log holds everything
    }

    @Override
    public Optional<SlotStatus> slot() {
        return Optional.empty();
    }

    @Override
    public void dropSlot() {
        // there is none
    }

    @Override
    public void requireLog(Position position) {
        if (!BinlogPosition.of(position).gtids().covers(purged)) {
            throw SimulatedDialect.failure(ErrorCode.BINLOG_PURGED, "log");
        }
    }

    @Override
    public boolean sharesViews() {
        return false;
    }

    @Override
    public View openMainView(String identity, WaitListener waits) {
        requireBound(identity);
        return open(identity, GtidSet.EMPTY, allRelations(), "a view to plan by");
    }

    private Set<Integer> allRelations() {
        return numbers(source.dataset.relations());
    }

    private Set<Integer> numbers(List<Relation> relations) {
        return relations.stream().map(source.dataset::of).collect(Collectors.toSet());
    }

    @Override
    public View openView(String identity, WaitListener waits) {
        return openMainView(identity, waits);
    }

    /** Locks may not be granted in time, and connections break. */
    @Override
    public OwnView openOwnView(OwnView.Order order, WaitListener waits) {
        requireBound(order.identity());
        Set<Integer> relations = numbers(order.relations());
        int fails = source.isWritten(relations) ? 3 * FAILS : FAILS;
        if (source.choices.chance(fails)) {
            throw SimulatedDialect.failure(ErrorCode.VIEW_TIMEOUT, "view");
        }
        return open(order.identity(), BinlogPosition.of(order.floor()).gtids(), relations, "a reader's view");
    }

    private SimulatedOwnView open(String identity, GtidSet floor, Set<Integer> relations, String what) {
        LockedSnapshot.Taken taken = snapshots.take(floor, relations);
        ViewTicket ticket = new ViewTicket("", snapshots.told(taken.boundary()), identity, ++connections);
        SimulatedOwnView view = new SimulatedOwnView(
                ticket,
                taken.image(),
                new SimulatedOwnView.Served(
                        source.dataset,
                        relations,
                        (relation, range) -> laws.read(relation, range, taken.image()),
                        this::closed));
        open.add(view);
        source.journal.tell("source", () -> what + " of " + relations + " is open at " + ticket.boundary());
        return view;
    }

    private void closed(SimulatedOwnView view) {
        open.remove(view);
        blocked.remove(view);
    }

    @Override
    public void holding() {
        if (removed.contains(Removal.R2_VIEW_BEHIND_FLOOR) || removed.contains(Removal.R2_VIEW_COVERS_FLOOR)) {
            snapshots.takeEarly(allRelations());
        }
    }

    @Override
    public OwnView.Watch watchOwnViews() {
        return new OwnView.Watch() {
            @Override
            public Optional<String> blockedSession(Collection<ViewTicket> views) {
                return blocked.entrySet().stream()
                        .filter(behind -> views.contains(behind.getKey().ticket()))
                        .map(Map.Entry::getValue)
                        .findFirst();
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }

    @Override
    public List<RelationSchema> readSchemas(ViewTicket view) {
        return presentSchemas();
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
        return planChunks(schema, rows);
    }

    @Override
    public List<KeyRange> planChunks(RelationSchema schema, long rows) {
        return source.dataset.ranges(schema);
    }

    @Override
    public ViewSession importView(ViewTicket view, List<RelationSchema> contract) {
        throw HandoffException.bug("source", "an import of a view", "a view of the reader's own");
    }

    @Override
    public ChangeStream openStream(String identity, Position from, List<RelationSchema> contract) {
        requireBound(identity);
        requireLog(from);
        cutStream();
        BinlogPosition at = BinlogPosition.of(from);
        BinlogPosition asked = new BinlogPosition(snapshots.told(at.gtids()).gtids(), at.place(), at.last());
        SimulatedBinlog opened =
                new SimulatedBinlog(source, asked, Identity.parse(identity).timeline());
        stream = opened;
        source.journal.tell("stream", () -> "opens at " + asked);
        return opened;
    }

    @Override
    public RowLookup openLookup(String identity) {
        throw HandoffException.bug("source", "a look-up of a row", "whole row images in the log");
    }

    @Override
    public boolean isViewOpen() {
        return !open.isEmpty();
    }

    @Override
    public boolean isRead(int relation) {
        return open.stream().anyMatch(view -> view.serves(relation));
    }

    @Override
    public void loseView() {
        if (!open.isEmpty()) {
            source.choices.of(open).breakOff();
            source.journal.tell("source", () -> "a reader's session breaks");
        }
    }

    @Override
    public void breakARead() {
        loseView();
    }

    @Override
    public void block(String who) {
        if (!open.isEmpty()) {
            blocked.put(source.choices.of(open), who);
        }
    }

    @Override
    public void cutStream() {
        SimulatedBinlog present = stream;
        if (present != null) {
            present.cut();
            stream = null;
        }
    }

    /** What counts as executed is purged, whoever still needs it. */
    @Override
    public void disturbLog() {
        cutStream();
        purged = source.executed();
        source.journal.tell("source", () -> "the log is purged up to " + purged);
    }

    @Override
    public void failOver() {
        source.succeed();
        purged = source.executed().intersect(purged);
        open.forEach(SimulatedOwnView::breakOff);
        cutStream();
    }
}
