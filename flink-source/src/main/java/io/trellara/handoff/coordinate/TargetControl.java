package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Wait;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the coordinator needs of the target. Blocks; one thread at a time. Implemented by the sink's module, so that the
 * source stays usable with any sink.
 */
public interface TargetControl extends AutoCloseable {
    /** Everything at the target that stands against a run, read-only. {@code fresh}: no row was copied yet. */
    List<Finding> check(List<RelationSchema> schemas, boolean fresh);

    /** Creates missing tables where allowed, empties or refuses filled ones, once per run. */
    void prepare(List<RelationSchema> schemas);

    /**
     * The same for relations that come into a run that has begun: none of its rows is in their tables yet. Repeated, it
     * empties what was copied meanwhile: to be called only before their copy is planned. Holds {@code generation} as a
     * sink does, and changes nothing under an older one (GENERATION_STALE).
     */
    void prepareAdded(List<RelationSchema> schemas, long generation);

    /**
     * Raises the run's generation by one and returns it. When this returns no block of an older generation can commit
     * any more (R6): target transactions that hold the old one are waited for up to a limit, then their sessions are
     * terminated.
     */
    long raiseGeneration();

    /** The same; {@code waits} hears who holds it, on the calling thread. */
    default long raiseGeneration(Consumer<Wait> waits) {
        return raiseGeneration();
    }

    /**
     * Deletes key ranges of a relation before they are copied again (R5), in transactions of bounded size that hold
     * {@code generation} as a sink's do (R6), and returns the number of rows deleted. Where the keys of the relation
     * cannot be compared here only all of it may be asked for ({@link KeyRange#ALL}): the target may order them
     * otherwise. Repeated, it deletes what is left.
     */
    long erase(RelationSchema schema, List<KeyRange> ranges, long generation);

    /** Rows applied per attempt, as the sink counted them (R4); attempts without rows are absent. */
    Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts);

    /** What sinks could not report otherwise, not yet seen by {@code afterId}. */
    List<SinkHalt> halts(long afterId);

    /**
     * The smallest position over all lanes that the target knows; empty when no lane has been applied to. Once a mark
     * is durable every lane has reached it, so less than a recorded mark means that the target was rolled back. A lane
     * that the target does not know cannot count here: a run's number of lanes never changes.
     */
    Optional<Lsn> ledger();

    /** The smallest position that covers everything that any lane has applied; empty when no lane has. */
    Optional<Lsn> ledgerEnd();

    @Override
    void close();

    /** A row of {@code halts}. */
    record SinkHalt(long id, String code, String reason) {}

    /** Travels in the job graph and opens the control at the coordinator. */
    interface Factory extends Serializable {
        TargetControl open();
    }
}
