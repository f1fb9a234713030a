package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What the run waits for now, as it was told: by the coordinator's own threads, and by readers. Who waits says so again
 * and again, and when it is over. Any thread.
 */
final class WaitBook implements WaitListener {
    /** What the opening of a view may wait for. */
    static final Set<WaitKind> OPENING =
            EnumSet.of(WaitKind.SLOT_CREATION, WaitKind.VIEW_SETTLING, WaitKind.TABLE_LOCKS);

    private static final int COORDINATOR = -1;

    private final LongSupplier nanoTime;
    private final WaitListener changes;
    private final Map<Waiter, Told> told = new LinkedHashMap<>();
    private volatile Runnable ended = () -> {};

    /** A reader's number, or the coordinator. */
    private record Waiter(WaitKind kind, int subtask) {}

    private record Told(Wait what, long atNanos) {}

    /** @param changes hears what is waited for when it is told first, and when that changes */
    WaitBook(LongSupplier nanoTime, WaitListener changes) {
        this.nanoTime = nanoTime;
        this.changes = changes;
    }

    /** Runs whenever a wait is over, in the thread that says so: a run that ends next must not leave it behind. */
    void whenOver(Runnable action) {
        ended = action;
    }

    @Override
    public void waiting(Wait wait) {
        waiting(COORDINATOR, wait);
    }

    /** A reader waits. */
    void waiting(int subtask, Wait wait) {
        Told before;
        synchronized (this) {
            before = told.put(new Waiter(wait.kind(), subtask), new Told(wait, nanoTime.getAsLong()));
        }
        if (before == null || !before.what().what().equals(wait.what())) {
            changes.waiting(wait);
        }
    }

    /** The coordinator waits for these no more. */
    void over(Collection<WaitKind> kinds) {
        remove(waiter -> waiter.subtask() == COORDINATOR && kinds.contains(waiter.kind()));
    }

    /** The reader waits for nothing any more, or is gone. */
    void over(int subtask) {
        remove(waiter -> waiter.subtask() == subtask);
    }

    private void remove(Predicate<Waiter> over) {
        boolean any;
        synchronized (this) {
            any = told.keySet().removeIf(over);
        }
        if (any) {
            ended.run();
        }
    }

    /** Of each kind the longest wait, with its age by now. */
    synchronized List<Wait> present() {
        long now = nanoTime.getAsLong();
        Map<WaitKind, Wait> longest = new EnumMap<>(WaitKind.class);
        for (Told each : told.values()) {
            Wait wait = each.what();
            Duration waited = wait.waited().plusNanos(now - each.atNanos());
            longest.merge(
                    wait.kind(),
                    new Wait(wait.kind(), wait.subject(), waited, wait.holder()),
                    (one, other) -> Comparator.comparing(Wait::waited).compare(one, other) >= 0 ? one : other);
        }
        return new ArrayList<>(longest.values());
    }
}
