package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A target that has applied what a test says. */
final class FakeTarget implements TargetControl {
    final Map<ChunkAttempt, Long> applied = new HashMap<>();
    final List<SinkHalt> halts = new ArrayList<>();
    Optional<Lsn> ledger = Optional.empty();
    Optional<Lsn> ledgerEnd = Optional.empty();
    private final List<String> journal;
    List<Finding> findings = List.of();

    /** What raising the generation waits for, before it is done. */
    List<Wait> generationHeldBy = List.of();

    private long generation;

    FakeTarget(List<String> journal) {
        this.journal = journal;
    }

    @Override
    public List<Finding> check(List<RelationSchema> schemas, boolean fresh) {
        return findings;
    }

    @Override
    public void prepare(List<RelationSchema> schemas) {
        journal.add("target prepared");
    }

    @Override
    public void prepareAdded(List<RelationSchema> schemas, long under) {
        journal.add("target prepared for " + schemas.size() + " added");
    }

    @Override
    public long raiseGeneration() {
        journal.add("generation " + ++generation);
        return generation;
    }

    @Override
    public long raiseGeneration(Consumer<Wait> waits) {
        generationHeldBy.forEach(waits);
        return raiseGeneration();
    }

    @Override
    public long erase(RelationSchema schema, List<KeyRange> ranges, long under) {
        if (under != generation) {
            throw new IllegalStateException("generation " + under + " where " + generation + " is the newest");
        }
        journal.add("erase " + ranges.size() + " ranges of " + schema.relation());
        return ranges.size();
    }

    @Override
    public Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts) {
        return applied;
    }

    @Override
    public List<SinkHalt> halts(long afterId) {
        return halts.stream().filter(h -> h.id() > afterId).toList();
    }

    @Override
    public Optional<Lsn> ledger() {
        return ledger;
    }

    @Override
    public Optional<Lsn> ledgerEnd() {
        return ledgerEnd;
    }

    @Override
    public void close() {}
}
