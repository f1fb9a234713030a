package io.trellara.handoff.sim;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.evidence.SimulatedEvidence;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.Position;
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
    final SourceDoor dialect;
    final SimulatedEvidence evidence;
    final SimulatedTarget target;
    final SourceConfig config;
    private long nanos = 1_000_000_000L;

    /**
     * What of a run is a choice.
     *
     * @param waves its schedule
     * @param removed the rules that it does without
     */
    record Setting(SourceKind kind, Dataset dataset, SourceConfig.Waves waves, Set<Removal> removed) {}

    World(Setting setting, Choices choices, Journal journal) {
        Set<Removal> removed = setting.removed();
        this.removed = removed;
        this.choices = choices;
        this.journal = journal;
        this.laws = new Laws(removed.isEmpty());
        this.source = new SimulatedSource(setting.kind(), setting.dataset(), choices, journal);
        this.dialect = setting.kind().mysql()
                ? new SimulatedMysql(source, removed, laws)
                : new SimulatedDialect(source, removed, laws);
        this.evidence = new SimulatedEvidence(RUN, !without(Removal.R6_FENCE), this::written);
        this.target = new SimulatedTarget(!without(Removal.R6_GENERATION), !without(Removal.R5_SWEEP), laws);
        this.config = config(setting);
        laws.over(evidence::family, source, setting.waves().woven());
    }

    private static SourceConfig config(Setting setting) {
        ConnectionConfig nowhere = new ConnectionConfig("jdbc:postgresql://nowhere/x", "u", "p");
        ConnectionConfig from = new ConnectionConfig("jdbc:" + setting.kind().scheme() + "://nowhere/x", "u", "p");
        return new SourceConfig(
                RUN,
                from,
                nowhere,
                setting.dataset().relations(),
                new SourceConfig.Replication("slot", "publication", true, false),
                new SourceConfig.Copy(CHUNK_ROWS, 1, false, setting.waves()),
                new SourceConfig.Stream(LANES, MARK_MILLIS),
                new SourceConfig.Limits(1_000, 1_000, 1_000_000_000_000L));
    }

    private void written(Tables before, Tables after) {
        journal.tell("evidence", () -> told(before, after));
        if (removed.isEmpty()) {
            laws.written(before, after);
            if (!after.touched().windows().equals(before.touched().windows())) {
                new TouchLaw(source).require(after, evidence.family());
            }
        }
    }

    private static String told(Tables before, Tables after) {
        StringBuilder told = new StringBuilder();
        if (before.row().state() != after.row().state()) {
            told.append(after.row().state().text()).append("; ");
        }
        if (!before.row().consistentLsn().equals(after.row().consistentLsn())) {
            told.append("boundary ")
                    .append(after.row().consistentLsn().map(Position::toString).orElse("none"))
                    .append("; ");
        }
        if (!before.row().streamPosition().equals(after.row().streamPosition())) {
            told.append("streamed to ")
                    .append(after.row().streamPosition().map(Position::toString).orElse("none"))
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
