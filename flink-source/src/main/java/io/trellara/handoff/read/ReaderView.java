package io.trellara.handoff.read;

import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.state.CoordinatorEvent.OpenView;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one session that a reader has in a view, kept for all its chunks of a wave: in the wave's shared view, imported
 * with the first chunk, or in a view of the reader's own. Chunk thread, where nothing else is said.
 */
final class ReaderView {
    private static final Logger LOG = LoggerFactory.getLogger(ReaderView.class);

    private final Dialect dialect;
    private volatile int endedWave = -1;
    private @Nullable Open open;
    private volatile @Nullable ViewSession abortable;

    private record Open(int wave, ViewTicket ticket, ViewSession session) {}

    ReaderView(Dialect dialect) {
        this.dialect = dialect;
    }

    /** No chunk of this wave, or of an earlier one, is read any more; any thread. */
    void end(int wave) {
        endedWave = Math.max(endedWave, wave);
    }

    /** Whether the wave is over; any thread. */
    boolean ended(int wave) {
        return wave <= endedWave;
    }

    /** Breaks a read under way; any thread. False where there is nothing to break. */
    boolean abort() {
        ViewSession session = abortable;
        if (session != null) {
            session.abort();
        }
        return session != null;
    }

    /** Opens a view of the reader's own; empty where the wave is over by now. */
    Optional<OwnView> open(OpenView order, WaitListener waits) {
        close();
        if (ended(order.wave())) {
            return Optional.empty();
        }
        OwnView view =
                dialect.openOwnView(new OwnView.Order(order.identity(), order.floor(), order.relations()), wait -> {
                    LOG.info("the view of wave {}: {}", order.wave(), wait.text());
                    waits.waiting(wait);
                });
        keep(new Open(order.wave(), view.ticket(), view));
        return Optional.of(view);
    }

    /**
     * The session that a chunk is to be read in: just the view that it was claimed in. VIEW_LOST where that is gone.
     */
    ViewSession of(ChunkSplit chunk) {
        if (ended(chunk.wave())) {
            throw gone(chunk, "its wave ended before it was read");
        }
        Open now = open;
        if (now != null && now.wave() == chunk.wave() && now.ticket().equals(chunk.view())) {
            return now.session();
        }
        if (!dialect.sharesViews()) {
            throw gone(chunk, "the view that it was claimed in is closed");
        }
        close();
        ViewSession session = dialect.importView(chunk.view(), List.of(chunk.schema()));
        keep(new Open(chunk.wave(), chunk.view(), session));
        if (ended(chunk.wave())) {
            throw gone(chunk, "its wave ended before it was read"); // the order to abort came while there was nothing
        }
        return session;
    }

    private void keep(Open opened) {
        open = opened;
        abortable = opened.session();
    }

    /** Closes the session where its wave is over. */
    void closeEnded() {
        Open now = open;
        if (now != null && ended(now.wave())) {
            close();
        }
    }

    void close() {
        Open now = open;
        open = null;
        abortable = null;
        if (now != null) {
            now.session().close();
        }
    }

    private static HandoffException gone(ChunkSplit chunk, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.VIEW_LOST,
                "chunk " + chunk.attempt(),
                observed,
                "an open view",
                "nothing: it is read again in another view"));
    }
}
