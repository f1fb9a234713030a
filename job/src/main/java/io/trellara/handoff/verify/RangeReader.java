package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.io.Serializable;
import java.util.List;

/** A reader in a process of its own: joins a view, waits until the target has reached it, and compares. One thread. */
public final class RangeReader implements AutoCloseable {
    private final Reader reader;

    private RangeReader(Reader reader) {
        this.reader = reader;
    }

    /**
     * Opens its sessions, and waits for the target.
     *
     * @param options whose rate is this reader's alone
     */
    public static RangeReader open(VerifyDoors doors, Bound bound, ViewTicket view, VerifyOptions options) {
        Reader.Opening opening = options.opening(doors, bound.identity(), bound.contract());
        Reader reader = Reader.open(opening, view, opening.target());
        try {
            LedgerWait.of(doors, bound.run(), options).until(reader.boundary());
            return new RangeReader(reader);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * What is compared.
     *
     * @param identity the source that the run is bound to (R8)
     * @param contract of the relations that are compared
     */
    public record Bound(RunKey run, String identity, List<RelationSchema> contract) implements Serializable {
        public Bound {
            contract = List.copyOf(contract);
        }
    }

    public ComparedTask compare(Task.Range range) {
        return reader.compare(range);
    }

    @Override
    public void close() {
        reader.close();
    }
}
