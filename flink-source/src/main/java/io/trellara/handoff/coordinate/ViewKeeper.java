package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens, watches and closes the one view of the open wave, on the view thread. A view that is lost, behind whose locks
 * somebody has waited too long (R12), or that is as old as a wave may be, is told to the coordinator once.
 */
final class ViewKeeper implements AutoCloseable {
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final RunDesk desk;
    private final Work thread;
    private final WaitListener waits;
    private final LongSupplier nanoTime;
    private final long durationMillis;
    private volatile @Nullable View open;
    private volatile long openedNanos;
    private volatile boolean shut;

    ViewKeeper(RunDesk desk, Work thread, CoordinatorParts parts) {
        this.desk = desk;
        this.thread = thread;
        this.waits = parts.waits();
        this.nanoTime = parts.nanoTime();
        this.durationMillis = parts.config().copy().waves().durationMillis();
    }

    /** Begins to watch; {@code lost} hears why, in the view thread. */
    void watch(Consumer<ViewEnd> lost) {
        thread.every(WATCH, () -> look().ifPresent(lost));
    }

    /** Why a view is given up. */
    record ViewEnd(ViewTicket ticket, Cause cause, String detail) {}

    /** What ended it. */
    enum Cause {
        /** Nobody can import it any more. */
        LOST,
        /** Somebody waits behind its locks: reads under way are to be broken off (R12). */
        BLOCKING,
        /** It is as old as a wave may be. */
        AGED
    }

    /** A lost view is still looked at: its readers' locks last until they have let go. */
    private Optional<ViewEnd> look() {
        View view = open;
        if (view == null) {
            return Optional.empty();
        }
        Optional<String> blocked = view.blockedSession();
        if (blocked.isPresent()) {
            return Optional.of(new ViewEnd(view.ticket(), Cause.BLOCKING, blocked.get()));
        }
        if (view.isLost()) {
            return Optional.of(new ViewEnd(view.ticket(), Cause.LOST, "its exporting session is gone"));
        }
        if ((nanoTime.getAsLong() - openedNanos) / 1_000_000 >= durationMillis) {
            return Optional.of(new ViewEnd(view.ticket(), Cause.AGED, "it is " + durationMillis + " ms old"));
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
        openedNanos = nanoTime.getAsLong();
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
