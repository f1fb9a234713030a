package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens, watches and closes the one view of the open wave, on the view thread. A view that is lost, or behind whose
 * locks somebody has waited too long (R12), is told to the coordinator once.
 */
final class ViewKeeper implements AutoCloseable {
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final RunDesk desk;
    private final Work thread;
    private final WaitListener waits;
    private volatile @Nullable View open;
    private volatile boolean shut;

    ViewKeeper(RunDesk desk, Work thread, WaitListener waits) {
        this.desk = desk;
        this.thread = thread;
        this.waits = waits;
    }

    /** Begins to watch; {@code lost} hears why, in the view thread. */
    void watch(Consumer<ViewEnd> lost) {
        thread.every(WATCH, () -> look().ifPresent(lost));
    }

    /**
     * Why a view is given up.
     *
     * @param blocking whether somebody waits behind its locks, so that reads under way are to be broken off
     */
    record ViewEnd(ViewTicket ticket, boolean blocking, String detail) {}

    /** A lost view is still looked at: its readers' locks last until they have let go. */
    private Optional<ViewEnd> look() {
        View view = open;
        if (view == null) {
            return Optional.empty();
        }
        Optional<String> blocked = view.blockedSession();
        if (blocked.isPresent()) {
            return Optional.of(new ViewEnd(view.ticket(), true, blocked.get()));
        }
        if (view.isLost()) {
            return Optional.of(new ViewEnd(view.ticket(), false, "its exporting session is gone"));
        }
        return Optional.empty();
    }

    /** Opens the run's own view (wave 0), then computes {@code then} in the view thread, and hands both over. */
    <T> void openMain(Function<ViewTicket, T> then, Consumer<T> take) {
        thread.run(() -> then.apply(keep(desk.dialect().openMainView(desk.source(), waits))), take);
    }

    /** Opens a view by a temporary slot. */
    <T> void open(Function<ViewTicket, T> then, Consumer<T> take) {
        thread.run(() -> then.apply(keep(desk.dialect().openView(desk.source(), waits))), take);
    }

    private ViewTicket keep(View view) {
        open = view;
        if (shut) {
            close(); // opened for a coordinator that is gone: nobody would ever close it
        }
        return view.ticket();
    }

    /** Nothing is opened any more; any thread. */
    void shut() {
        shut = true;
        close();
    }

    /** Ends the view for new importers; any thread. */
    @Override
    public void close() {
        View view = open;
        open = null;
        if (view != null) {
            view.close();
        }
    }
}
