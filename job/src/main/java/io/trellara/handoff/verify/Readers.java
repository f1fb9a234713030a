package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.rows.KeyDigest;
import io.trellara.handoff.verify.rows.Side;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All readers of a round, each with sessions of its own and a thread while it compares. Opened and closed by one. */
final class Readers implements AutoCloseable {
    private static final long WATCH_SECONDS = 1;

    private final List<Reader> readers = new ArrayList<>();

    private Readers() {}

    /** Opens one in the view for each of these sessions. */
    static Readers open(Reader.Opening opening, ComparedView view, Targets targets) {
        Readers all = new Readers();
        try {
            for (Optional<Side> side = targets.take(); side.isPresent(); side = targets.take()) {
                all.readers.add(Reader.open(opening, view.ticket(), side.get()));
            }
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    /** Covers what any of them sees. */
    Position boundary() {
        return readers.stream().map(Reader::boundary).reduce(Position::with).orElseThrow();
    }

    /** The digest of a key as the source prints it. */
    KeyDigest digest(RelationSchema schema, Key key) {
        return readers.get(0).digest(schema, key);
    }

    /**
     * Compares everything; the first failure ends all.
     *
     * @param kept bounds what is held of it
     * @param done hears of each task; any thread
     * @param watch is called about once a second meanwhile, in this thread; where it throws everything ends
     */
    List<ComparedTask> compare(Collection<Task> tasks, KeptRows kept, Consumer<ComparedTask> done, Runnable watch) {
        Queue<Task> waiting = new ConcurrentLinkedQueue<>(tasks);
        Queue<ComparedTask> found = new ConcurrentLinkedQueue<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch over = new CountDownLatch(readers.size());
        for (Reader reader : readers) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            for (Task task = waiting.poll(); task != null; task = waiting.poll()) {
                                ComparedTask one = kept.keep(reader.compare(task));
                                found.add(one);
                                done.accept(one);
                            }
                        } catch (Throwable e) { // an Error too: a range that nobody compared is not equal
                            waiting.clear();
                            if (failure.compareAndSet(null, e)) {
                                abort();
                            }
                        } finally {
                            over.countDown();
                        }
                    },
                    "handoff verify reader");
            thread.setDaemon(true);
            thread.start();
        }
        await(over, watch);
        rethrow(failure.get());
        if (found.size() != tasks.size()) {
            throw HandoffException.bug("verify", found.size() + " comparisons", "one for each of " + tasks.size());
        }
        return List.copyOf(found);
    }

    static void rethrow(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private void await(CountDownLatch over, Runnable watch) {
        try {
            while (!over.await(WATCH_SECONDS, TimeUnit.SECONDS)) {
                watch.run();
            }
        } catch (InterruptedException e) {
            abort();
            Thread.currentThread().interrupt();
            throw LedgerWait.interrupted();
        } catch (RuntimeException e) {
            abort();
            throw e;
        }
    }

    /** Breaks every read; any thread. */
    void abort() {
        readers.forEach(Reader::abort);
    }

    @Override
    public void close() {
        readers.forEach(Reader::close);
    }
}
