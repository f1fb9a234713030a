package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.state.CoordinatorEvent.OpenView;
import io.trellara.handoff.state.ReaderEvent.ViewFailed;
import io.trellara.handoff.state.ReaderEvent.ViewOpened;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The views that an open wave is read in: one for all readers, or one that each reader opens for itself when there is a
 * first chunk for it. Coordinator thread.
 */
final class WaveViews {
    private static final Logger LOG = LoggerFactory.getLogger(WaveViews.class);

    /** A reader's view fails for a passing reason so many times in a row before that is a reason to halt. */
    private static final int FAILURES = 5;

    private final RunDesk desk;
    private final ReaderLink link;
    private final ViewKeeper keeper;
    private int wave = -1;
    private @Nullable ViewTicket shared;
    private @Nullable OwnOrder order;
    private final Map<Integer, ViewTicket> own = new HashMap<>();
    private final Set<Integer> asked = new HashSet<>();
    private final Map<Integer, Integer> failures = new HashMap<>();

    /**
     * What each reader's own view must be.
     *
     * @param floor its boundary must cover it (R2)
     * @param relations those of the wave's members
     */
    record OwnOrder(Position floor, List<Relation> relations) {
        OwnOrder {
            relations = List.copyOf(relations);
        }
    }

    WaveViews(RunDesk desk, ReaderLink link, ViewKeeper keeper) {
        this.desk = desk;
        this.link = link;
        this.keeper = keeper;
    }

    /** The wave is read in one view. */
    void share(int number, ViewTicket ticket) {
        clear();
        wave = number;
        shared = ticket;
    }

    /** In the wave each reader opens a view of its own. */
    void own(int number, OwnOrder each) {
        clear();
        wave = number;
        order = each;
        keeper.watchOwn(number);
    }

    /** Nothing is read any more. */
    void clear() {
        shared = null;
        order = null;
        own.clear();
        asked.clear();
        failures.clear();
    }

    /** The view in which a chunk for this reader may be claimed now; a reader without one is told to open it. */
    Optional<ViewTicket> of(int subtask) {
        OwnOrder each = order;
        if (each == null) {
            return Optional.ofNullable(shared);
        }
        ViewTicket ticket = own.get(subtask);
        if (ticket == null && mayOpen(subtask) && asked.add(subtask)) {
            link.send(subtask, new OpenView(wave, desk.source(), each.floor(), each.relations()));
        }
        return Optional.ofNullable(ticket);
    }

    /**
     * Where not all may, always the same do: what a reader has read in part is for that reader again, in later waves
     * too, and would else wait for a view that another one keeps.
     */
    private boolean mayOpen(int subtask) {
        return link.readers().present().indexOf(subtask) < desk.dialect().ownViewsAtOnce();
    }

    /** Whether a chunk for this reader could be claimed at once. */
    boolean isReady(int subtask) {
        return order == null ? shared != null : own.containsKey(subtask);
    }

    /** Whether the reader still has the view that a chunk was claimed in. */
    boolean has(int subtask, ViewTicket ticket) {
        return ticket.equals(order == null ? shared : own.get(subtask));
    }

    /** A reader has opened its own; false where that is of no use any more. */
    boolean opened(int subtask, ViewOpened event) {
        OwnOrder each = order;
        if (each == null || event.wave() != wave || !asked.contains(subtask)) {
            return false;
        }
        requireCovers(event.ticket().boundary(), each.floor());
        OwnView.Cost cost = event.cost();
        LOG.info(
                "reader {} has opened its view of wave {}, boundary {}; its locks were waited for {} ms and held {} µs",
                subtask,
                wave,
                event.ticket().boundary(),
                cost.waited().toMillis(),
                cost.held().toNanos() / 1000);
        own.put(subtask, event.ticket());
        keeper.keepOwn(List.copyOf(own.values()), cost);
        failures.remove(subtask);
        return true;
    }

    /** A view that is behind the floor lacks what the stream has let pass (R2). */
    private void requireCovers(Position boundary, Position floor) {
        if (!boundary.covers(floor)) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_IMPOSSIBLE,
                    "wave " + wave,
                    "a reader's view with boundary " + boundary,
                    "a boundary that covers the floor " + floor,
                    "report this with the run's evidence; it is a defect"));
        }
    }

    /** A reader could not open its own: it is told again, a few times. */
    void failed(int subtask, ViewFailed event) {
        if (order == null || event.wave() != wave || !asked.contains(subtask)) {
            return;
        }
        LOG.warn(
                "reader {} could not open its view of wave {}: {}",
                subtask,
                wave,
                event.finding().text());
        if (failures.merge(subtask, 1, Integer::sum) >= FAILURES) {
            throw new HandoffException(event.finding());
        }
        asked.remove(subtask);
    }

    /**
     * An attempt has failed, and a reader closes its own view then; false where views are shared. Of several attempts
     * in one view the first is told of first: by the others no newer view is lost.
     */
    boolean attemptFailed(int subtask) {
        if (own.remove(subtask) != null) {
            asked.remove(subtask);
        }
        return order != null;
    }

    /** A reader is gone, and its own view with it. */
    void lost(int subtask) {
        own.remove(subtask);
        asked.remove(subtask);
        failures.remove(subtask);
    }
}
