package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens, watches and closes the one view of the open wave, on the view thread; views that readers have opened for
 * themselves it only watches. A view that is lost, behind whose locks somebody has waited too long (R12), or that is as
 * old as a wave may be, is told to the coordinator.
 */
final class ViewKeeper implements AutoCloseable {
    private static final Duration WATCH = Duration.ofSeconds(1);

    private final RunDesk desk;
    private final Work thread;
    private final WaitBook waits;
    private final LongSupplier nanoTime;
    private final long durationMillis;
    private volatile @Nullable Watched open;
    private volatile long openedNanos;
    private volatile OwnView.@Nullable Cost lastCost;
    private volatile boolean shut;

    ViewKeeper(RunDesk desk, Work thread, WaitBook waits, CoordinatorParts parts) {
        this.desk = desk;
        this.thread = thread;
        this.waits = waits;
        this.nanoTime = parts.nanoTime();
        this.durationMillis = parts.config().copy().waves().durationMillis();
    }

    /** Begins to watch; {@code lost} hears why, in the view thread. */
    void watch(Consumer<ViewEnd> lost) {
        thread.every(WATCH, () -> look().ifPresent(lost));
    }

    /** Why the view, or the views, of a wave are given up. */
    record ViewEnd(int wave, Cause cause, String detail) {}

    /** What a wave is read in, as far as it is looked after. */
    private interface Watched {
        int wave();

        boolean isLost();

        Optional<String> blockedSession();

        void close();
    }

    /** A view that we hold. */
    private record Held(int wave, View view) implements Watched {
        @Override
        public boolean isLost() {
            return view.isLost();
        }

        @Override
        public Optional<String> blockedSession() {
            return view.blockedSession();
        }

        @Override
        public void close() {
            view.close();
        }
    }

    /** Readers' own views: one that is lost is found by its reader. */
    private record Own(int wave, List<ViewTicket> views, OwnView.Watch watch) implements Watched {
        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public Optional<String> blockedSession() {
            return views.isEmpty() ? Optional.empty() : watch.blockedSession(views);
        }

        @Override
        public void close() {
            watch.close();
        }
    }

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
        Watched view = open;
        if (view == null) {
            return Optional.empty();
        }
        Optional<String> blocked = view.blockedSession();
        if (blocked.isPresent()) {
            return Optional.of(new ViewEnd(view.wave(), Cause.BLOCKING, blocked.get()));
        }
        if (view.isLost()) {
            return Optional.of(new ViewEnd(view.wave(), Cause.LOST, "its exporting session is gone"));
        }
        if (ageMillis() >= durationMillis) {
            return Optional.of(new ViewEnd(view.wave(), Cause.AGED, "it is " + durationMillis + " ms old"));
        }
        return Optional.empty();
    }

    /** Opens the run's own view (wave 0), then computes {@code then} in the view thread, and hands both over. */
    <T> void openMain(Function<ViewTicket, T> then, Consumer<T> take) {
        thread.run(() -> then.apply(keep(0, opened(() -> desk.dialect().openMainView(desk.source(), waits)))), take);
    }

    /** Opens a later view, for a wave. */
    <T> void open(int wave, Function<ViewTicket, T> then, Consumer<T> take) {
        thread.run(() -> then.apply(keep(wave, opened(() -> desk.dialect().openView(desk.source(), waits)))), take);
    }

    private View opened(Supplier<View> opening) {
        try {
            return opening.get();
        } finally {
            waits.over(WaitBook.OPENING);
        }
    }

    /** A wave has begun in which each reader opens a view of its own. Coordinator thread. */
    void watchOwn(int wave) {
        openedNanos = nanoTime.getAsLong();
        open = new Own(wave, List.of(), desk.dialect().watchOwnViews());
    }

    /** These are the views that readers have opened in that wave by now. Coordinator thread. */
    void keepOwn(List<ViewTicket> views, OwnView.Cost newest) {
        lastCost = newest;
        if (open instanceof Own own) {
            open = new Own(own.wave(), views, own.watch());
        }
    }

    /** What the view that a reader has opened last has cost the source; any thread. */
    Optional<OwnView.Cost> lastCost() {
        return Optional.ofNullable(lastCost);
    }

    /** How old the open wave's view is; 0 without one. Any thread. */
    long ageMillis() {
        return open == null ? 0 : (nanoTime.getAsLong() - openedNanos) / 1_000_000;
    }

    private ViewTicket keep(int wave, View view) {
        openedNanos = nanoTime.getAsLong();
        open = new Held(wave, view);
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
        Watched view = open;
        open = null;
        if (view != null) {
            view.close();
        }
    }
}
