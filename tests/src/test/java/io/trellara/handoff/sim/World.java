package io.trellara.handoff.sim;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.evidence.SimulatedEvidence;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.sink.SimulatedTarget;
import java.util.Optional;
import java.util.Set;

/** What no crash touches: source, evidence and target; and what a run is configured with. */
final class World {
    static final RunKey RUN = new RunKey("s", "d", "r");
    static final int LANES = 3;
    static final int CHUNK_ROWS = 2;
    private static final long MARK_MILLIS = 100;

    final Set<Removal> removed;
    final Choices choices;
    final Journal journal;
    final Laws laws;
    final SimulatedSource source;
    final SimulatedDialect dialect;
    final SimulatedEvidence evidence;
    final SimulatedTarget target;
    final SourceConfig config;
    private long nanos = 1_000_000_000L;

    World(Dataset dataset, SourceConfig.Waves waves, Set<Removal> removed, Choices choices, Journal journal) {
        this.removed = removed;
        this.choices = choices;
        this.journal = journal;
        this.laws = new Laws(removed.isEmpty());
        this.source = new SimulatedSource(dataset, choices, journal);
        this.dialect = new SimulatedDialect(source, removed, laws);
        this.evidence = new SimulatedEvidence(RUN, !without(Removal.R6_FENCE), this::written);
        this.target = new SimulatedTarget(!without(Removal.R6_GENERATION), !without(Removal.R5_SWEEP), laws);
        this.config = config(dataset, waves);
        laws.over(evidence::family, () -> source.missed, waves.woven());
    }

    private static SourceConfig config(Dataset dataset, SourceConfig.Waves waves) {
        ConnectionConfig nowhere = new ConnectionConfig("jdbc:postgresql://nowhere/x", "u", "p");
        return new SourceConfig(
                RUN,
                nowhere,
                nowhere,
                dataset.relations(),
                new SourceConfig.Replication("slot", "publication", true, false),
                new SourceConfig.Copy(CHUNK_ROWS, 1, false, waves),
                new SourceConfig.Stream(LANES, MARK_MILLIS),
                new SourceConfig.Limits(1_000, 1_000, 1_000_000_000_000L));
    }

    private void written(Tables before, Tables after) {
        journal.tell("evidence", () -> told(before, after));
        if (removed.isEmpty()) {
            laws.written(before, after);
        }
    }

    private static String told(Tables before, Tables after) {
        StringBuilder told = new StringBuilder();
        if (before.row().state() != after.row().state()) {
            told.append(after.row().state().text()).append("; ");
        }
        if (!before.row().consistentLsn().equals(after.row().consistentLsn())) {
            told.append("boundary ")
                    .append(after.row().consistentLsn().orElse(Lsn.ZERO))
                    .append("; ");
        }
        if (!before.row().streamPosition().equals(after.row().streamPosition())) {
            told.append("streamed to ")
                    .append(after.row().streamPosition().orElse(Lsn.ZERO))
                    .append("; ");
        }
        after.chunks().forEach((id, chunk) -> {
            if (!chunk.equals(before.chunks().get(id))) {
                told.append(id)
                        .append('@')
                        .append(chunk.attempts())
                        .append(' ')
                        .append(chunk.state().text());
                chunk.gate().ifPresent(gate -> told.append(" gate ").append(gate));
                told.append("; ");
            }
        });
        return told.isEmpty() ? "is read or refreshed" : told.toString();
    }

    boolean without(Removal rule) {
        return removed.contains(rule);
    }

    long nanoTime() {
        return nanos;
    }

    void pass(long millis) {
        nanos += millis * 1_000_000;
    }

    Optional<Tables> recorded() {
        return evidence.tables();
    }
}
