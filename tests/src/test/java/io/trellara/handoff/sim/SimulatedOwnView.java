package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A MySQL session with a snapshot, for one reader, or to plan by; it serves only relations that were locked for it. */
final class SimulatedOwnView implements OwnView, View {
    /**
     * What it shows.
     *
     * @param rows the table
     * @param absent the transactions of the log that are not in it
     * @param logged the number of those that were logged by then; later ones are not in it either
     */
    record Image(Map<Integer, Row> rows, Set<Transaction> absent, int logged) {
        boolean holds(Transaction one, int at) {
            return at < logged && !absent.contains(one);
        }
    }

    private final ViewTicket ticket;
    private final Image image;
    private final Served served;
    private boolean broken;

    /**
     * For whom.
     *
     * @param relations the only ones
     * @param read hears of every read
     * @param closed hears of its end
     */
    record Served(
            Dataset dataset,
            Set<Integer> relations,
            BiConsumer<Integer, KeyRange> read,
            Consumer<SimulatedOwnView> closed) {}

    SimulatedOwnView(ViewTicket ticket, Image image, Served served) {
        this.ticket = ticket;
        this.image = image;
        this.served = served;
    }

    @Override
    public ViewTicket ticket() {
        return ticket;
    }

    @Override
    public Cost cost() {
        return new Cost(Duration.ofMillis(2), Duration.ofMillis(1), 1);
    }

    Image image() {
        return image;
    }

    boolean serves(int relation) {
        return served.relations().contains(relation);
    }

    /** Its connection breaks. */
    void breakOff() {
        broken = true;
    }

    @Override
    public ChunkReader read(RelationSchema schema, KeyRange range) {
        int relation = served.dataset().of(schema.relation());
        if (!serves(relation)) {
            throw HandoffException.bug("view", "a chunk of a relation that was not locked", "one of its relations");
        }
        served.read().accept(relation, range);
        Iterator<Integer> left = image.rows().keySet().stream()
                .filter(row -> Dataset.relationOf(row) == relation && Dataset.holds(range, Dataset.keyOf(row)))
                .iterator();
        return new ChunkReader() {
            @Override
            public boolean read(RowBuffer into) {
                return readRow(left, into);
            }

            @Override
            public void close() {
                // the session stays
            }
        };
    }

    private boolean readRow(Iterator<Integer> left, RowBuffer into) {
        if (broken) {
            throw SimulatedDialect.failure(ErrorCode.CHUNK_READ_FAILED, "chunk");
        }
        if (left.hasNext()) {
            int row = left.next();
            byte[] line = (SimulatedDialect.line(row, image.rows().get(row)) + "\n").getBytes(StandardCharsets.UTF_8);
            into.add(line, 0, line.length);
        }
        return left.hasNext();
    }

    @Override
    public void abort() {
        broken = true;
    }

    /** A plan's view serves for a moment only. */
    @Override
    public boolean isLost() {
        return false;
    }

    @Override
    public Optional<String> blockedSession() {
        return Optional.empty();
    }

    @Override
    public void close() {
        served.closed().accept(this);
    }
}
