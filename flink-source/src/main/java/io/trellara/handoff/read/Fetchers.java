package io.trellara.handoff.read;

import io.trellara.handoff.dialect.KeyOrdering;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader's two fetchers: made when first needed, broken before they are joined. Task thread. */
final class Fetchers {
    private final FetchSettings settings;
    private final Handover handover;
    private final RowPace pace;
    private final FetchRunner runner;
    private final List<RelationSchema> contract = new ArrayList<>();
    private final List<CopiedRange> copied = new ArrayList<>();
    private final List<PlannedChunk> planned = new ArrayList<>();
    private @Nullable ChunkFetch chunks;
    /** Metrics are read from other threads. */
    private volatile @Nullable StreamFetch stream;

    private long generation;
    private int pages;

    Fetchers(FetchSettings settings, Handover handover, FetchRunner runner) {
        this.settings = settings;
        this.handover = handover;
        this.pace = new RowPace(settings.nanoTime());
        this.runner = runner;
    }

    /** Sets the copy's limit; 0 for none. */
    void pace(long rowsPerSecond) {
        pace.limit(rowsPerSecond);
    }

    void generation(long raised) {
        generation = raised;
        ChunkFetch fetch = chunks;
        if (fetch != null) {
            fetch.generation(raised);
        }
    }

    void add(ChunkSplit chunk) {
        chunkFetch().add(chunk);
    }

    /** Opens a view of the reader's own. */
    void openView(CoordinatorEvent.OpenView order) {
        chunkFetch().openView(order);
    }

    private ChunkFetch chunkFetch() {
        ChunkFetch fetch = chunks;
        if (fetch == null) {
            fetch = new ChunkFetch(
                    settings.dialect(),
                    new ChunkFetch.Settings(settings.blockBytes(), settings.lanes(), pace),
                    handover);
            fetch.generation(generation);
            chunks = fetch;
            runner.start("handoff chunks", fetch);
        }
        return fetch;
    }

    void endWave(CoordinatorEvent.EndWave end) {
        ChunkFetch fetch = chunks;
        if (fetch != null) {
            fetch.endWave(end.wave(), end.abort());
        }
    }

    void gatePage(CoordinatorEvent.GatePage page) {
        if (page.sequence() == 0) {
            contract.clear();
            copied.clear();
            planned.clear();
            pages = 0;
        }
        if (page.sequence() != pages) {
            throw HandoffException.bug("gate", "page " + page.sequence(), "page " + pages);
        }
        pages++;
        contract.addAll(page.schemas());
        copied.addAll(page.ranges());
        planned.addAll(page.chunks());
    }

    void startStream(StreamPosition from, CoordinatorEvent.ReleaseStream release) {
        if (release.pages() != pages || stream != null) {
            throw HandoffException.bug("gate", pages + " pages", release.pages() + " pages, once");
        }
        KeyOrdering ordering = settings.dialect().openKeyOrdering(release.identity());
        Gate gate = new Gate(contract, ordering::of);
        StreamFetch.Settings shape = new StreamFetch.Settings(
                generation, settings.lanes(), settings.markIntervalMillis(), settings.nanoTime());
        StreamFetch fetch = new StreamFetch(
                settings.dialect(),
                new StreamFetch.Bound(release.identity(), List.copyOf(contract), List.copyOf(planned), ordering),
                gate,
                from,
                new StreamFetch.Plumbing(shape, handover));
        fetch.command(new CoordinatorEvent.Grant(List.copyOf(copied), release.floor(), release.durable()));
        stream = fetch;
        runner.start("handoff stream", fetch);
    }

    /** A grant or a hold, in the order in which they came. */
    void command(CoordinatorEvent command) {
        StreamFetch fetch = stream;
        if (fetch != null) {
            fetch.command(command);
        }
    }

    void durable(StreamPosition position) {
        StreamFetch fetch = stream;
        if (fetch != null) {
            fetch.durable(position);
        }
    }

    long lagBytes() {
        StreamFetch fetch = stream;
        return fetch == null ? 0 : fetch.lagBytes();
    }

    long floorWaitMillis() {
        StreamFetch fetch = stream;
        return fetch == null ? 0 : fetch.floorWaitMillis();
    }

    /** Breaks both sockets first, frees the hand-over, then joins. */
    void close() {
        ChunkFetch chunkFetch = chunks;
        if (chunkFetch != null) {
            chunkFetch.close();
        }
        StreamFetch streamFetch = stream;
        if (streamFetch != null) {
            streamFetch.close();
        }
        handover.close();
        runner.join();
    }
}
