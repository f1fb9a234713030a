package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Seeded writers that change the shop all the time: insert, update, delete, move keys, leave large values as they are,
 * use savepoints and roll back. They start with {@link #start} and end with {@link #stop}.
 */
public final class ShopWriters implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(90);

    private final WriterCounts counts = new WriterCounts();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final ExecutorService threads;
    private final List<Future<?>> running = new ArrayList<>();

    private ShopWriters(ConnectionConfig source, ShopDataset shop, WriterPlan plan) {
        threads = Executors.newFixedThreadPool(plan.writers(), task -> {
            Thread thread = new Thread(task, "shop-writer");
            thread.setDaemon(true);
            return thread;
        });
        ShopChanges changes = ShopChanges.of(shop.form());
        for (int writer = 0; writer < plan.writers(); writer++) {
            Random random = new Random(plan.seed() * 1_000 + writer);
            ShopDraw draw = new ShopDraw(random, writer, plan.writers(), shop.sizes());
            running.add(threads.submit(new ShopWriter(source, plan, new ShopChoice(changes, draw), counts, stop)));
        }
    }

    /** Starts them on a created dataset. */
    public static ShopWriters start(ConnectionConfig source, ShopDataset shop, WriterPlan plan) {
        return new ShopWriters(source, shop, plan);
    }

    public WriterCounts counts() {
        return counts;
    }

    /** Whether all are still at it; a failed writer's error comes with {@link #stop}. */
    public boolean allRunning() {
        return running.stream().noneMatch(Future::isDone);
    }

    /** Ends them, each after its transaction under way; an error of a writer is thrown. */
    public void stop() {
        stop.countDown();
        threads.shutdown();
        try {
            for (Future<?> writer : running) {
                writer.get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a writer of the shop did not end well: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            threads.shutdownNow();
        }
    }

    /** Ends them without asking how they did. */
    @Override
    public void close() {
        stop.countDown();
        threads.shutdownNow();
    }
}
