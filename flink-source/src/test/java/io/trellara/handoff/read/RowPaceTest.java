package io.trellara.handoff.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RowPaceTest {
    private static final int MANY = 1_000_000;

    @Test
    void withoutALimitNothingWaits() throws InterruptedException {
        RowPace pace = new RowPace(() -> 0);
        pace.take(MANY);
        pace.take(MANY);
    }

    /** The clock stands still unless it is asked: each look moves it by 10 ms, so waiting is counted in looks. */
    @Test
    void rowsAreSpreadOverTime() throws InterruptedException {
        AtomicLong clock = new AtomicLong();
        RowPace pace = new RowPace(() -> clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(10)));
        pace.limit(1_000);
        long before = clock.get();
        for (int i = 0; i < 20; i++) {
            pace.take(10);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(clock.get() - before)).isBetween(200L, 420L);
    }

    @Test
    void unusedTimeIsNotSavedUp() throws InterruptedException {
        AtomicLong clock = new AtomicLong();
        RowPace pace = new RowPace(clock::get);
        pace.limit(10);
        clock.set(TimeUnit.HOURS.toNanos(1));
        CompletableFuture<Void> taken = taking(pace, MANY);
        assertThat(taken).isNotDone();
        while (!taken.isDone()) {
            pace.forgive();
        }
    }

    @Test
    void anotherLimitChangesAWaitThatIsUnderWay() {
        RowPace pace = new RowPace(System::nanoTime);
        pace.limit(1);
        CompletableFuture<Void> taken = taking(pace, MANY);
        assertThat(taken).isNotDone();
        pace.limit(0);
        taken.join();
    }

    private static CompletableFuture<Void> taking(RowPace pace, int rows) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> {
            begun.complete(null);
            try {
                pace.take(rows);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        begun.join();
        return taken;
    }
}
