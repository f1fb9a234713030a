package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.EvidenceTable;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.proof.RowColumns.Unreadable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the records that the rules judge of rows; says of each row that cannot be read, or is of no run. Pure. */
final class EvidenceRows {
    static final String RULE = "rows-readable";
    static final String SAYS = "Every row can be read, and is of the run or of a run within it.";

    private final Map<EvidenceTable, List<ProofRow>> rows = new EnumMap<>(EvidenceTable.class);
    private final Set<Violation> violations = new LinkedHashSet<>();

    private EvidenceRows(List<ProofRow> all) {
        all.forEach(row ->
                rows.computeIfAbsent(row.table(), table -> new ArrayList<>()).add(row));
    }

    /** What every rule says of the rows; where one cannot be read nothing else is judged. */
    static List<RuleJudgement> judge(List<ProofRow> rows) {
        EvidenceRows reading = new EvidenceRows(rows);
        Optional<ProofEvidence> evidence = reading.read();
        List<RuleJudgement> all = new ArrayList<>();
        all.add(new RuleJudgement(RULE, SAYS, List.copyOf(reading.violations)));
        if (evidence.isPresent() && reading.violations.isEmpty()) {
            all.addAll(ProofRules.judge(evidence.get()));
        }
        return all;
    }

    /** Reads a row. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(RowColumns row) throws Unreadable;
    }

    private Optional<ProofEvidence> read() {
        Map<RunKey, Parts> parts = new HashMap<>();
        List<Parts> runs = new ArrayList<>();
        for (ProofRow row : rows.getOrDefault(EvidenceTable.SNAPSHOT_RUNS, List.of())) {
            read(row, RecordRows::run).ifPresent(run -> {
                Parts made = new Parts(run);
                if (parts.putIfAbsent(run.value().run().run(), made) != null) {
                    violate(row, "a second row of the run", "one");
                }
                runs.add(made);
            });
        }
        List<Parts> own = runs.stream()
                .filter(run -> run.row.value().parentRunId().isEmpty())
                .toList();
        if (own.size() != 1) {
            violations.add(new Violation(
                    RULE,
                    EvidenceTable.SNAPSHOT_RUNS.table(),
                    own.size() + " rows of runs that are within no other",
                    "one"));
            return Optional.empty();
        }
        RunKey parent = own.get(0).row.value().run().run();
        runs.stream().filter(run -> run != own.get(0)).forEach(child -> requireChild(child, parent));
        fill(parts);
        List<RunEvidence> children =
                runs.stream().filter(run -> run != own.get(0)).map(Parts::made).toList();
        return Optional.of(new ProofEvidence(own.get(0).made(), children));
    }

    private void requireChild(Parts child, RunKey parent) {
        RunRow row = child.row.value();
        boolean within = row.parentRunId().equals(Optional.of(parent.runId()))
                && row.run().run().sourceId().equals(parent.sourceId())
                && row.run().run().datasetId().equals(parent.datasetId());
        if (!within) {
            violations.add(new Violation(RULE, child.row.row(), "a run within another one", "a run within " + parent));
        }
    }

    private void fill(Map<RunKey, Parts> runs) {
        each(runs, EvidenceTable.RUN_TRANSITIONS, RecordRows::move, parts -> parts.moves);
        each(runs, EvidenceTable.SNAPSHOT_TABLE_PROGRESS, RecordRows::relation, parts -> parts.relations);
        each(runs, EvidenceTable.SNAPSHOT_TABLE_PROGRESS, RecordRows::contract, parts -> parts.contracts);
        each(runs, EvidenceTable.SNAPSHOT_WAVES, RecordRows::wave, parts -> parts.waves);
        each(runs, EvidenceTable.SNAPSHOT_CHUNKS, RecordRows::chunk, parts -> parts.chunks);
        each(runs, EvidenceTable.SNAPSHOT_HANDOFF_EVENTS, RecordRows::event, parts -> parts.events);
        each(runs, EvidenceTable.RUN_CONTROLS, RecordRows::control, parts -> parts.controls);
        verifications(runs);
    }

    /** Verifications with what they found; rows of relations that no verification is there for are refused. */
    private void verifications(Map<RunKey, Parts> runs) {
        Map<Long, List<Named<VerifiedRelation>>> relations = new HashMap<>();
        List<ProofRow> verified = rows.getOrDefault(EvidenceTable.VERIFICATION_TABLES, List.of());
        for (ProofRow row : verified) {
            Optional<Named<Long>> id = read(row, columns -> columns.number("verification_id"));
            Optional<Named<VerifiedRelation>> relation = read(row, RecordRows::verified);
            if (id.isPresent() && relation.isPresent()) {
                relations
                        .computeIfAbsent(id.get().value(), key -> new ArrayList<>())
                        .add(relation.get());
            }
        }
        Set<Long> known = new HashSet<>();
        each(
                runs,
                EvidenceTable.VERIFICATION_RUNS,
                row -> {
                    VerificationRecord record = RecordRows.verification(row);
                    known.add(record.id());
                    return new Verification(record, relations.getOrDefault(record.id(), List.of()));
                },
                parts -> parts.verifications);
        for (ProofRow row : verified) {
            if (!known.contains(row.columns().path("verification_id").asLong())) {
                violate(row, "a row of no verification of this proof", "one");
            }
        }
    }

    /** Where a run keeps the records of a table. */
    @FunctionalInterface
    private interface Place<T> {
        List<Named<T>> of(Parts parts);
    }

    private <T> void each(Map<RunKey, Parts> runs, EvidenceTable table, Reading<T> reading, Place<T> place) {
        for (ProofRow row : rows.getOrDefault(table, List.of())) {
            Optional<Named<T>> read = read(row, reading);
            Optional<RunKey> key = read(row, RowColumns::run).map(Named::value);
            if (read.isPresent() && key.isPresent()) {
                Parts parts = runs.get(key.get());
                if (parts == null) {
                    violate(row, "a row of run " + key.get(), "a run of this proof");
                } else {
                    place.of(parts).add(read.get());
                }
            }
        }
    }

    private <T> Optional<Named<T>> read(ProofRow row, Reading<T> reading) {
        try {
            return Optional.of(new Named<>(row.name(), reading.read(new RowColumns(row.columns()))));
        } catch (Unreadable unreadable) {
            violate(
                    row,
                    String.valueOf(unreadable.getMessage()),
                    "a row of " + row.table().table());
            return Optional.empty();
        }
    }

    private void violate(ProofRow row, String observed, String required) {
        violations.add(new Violation(RULE, row.name(), observed, required));
    }

    /** The records of a run while they are read. */
    private static final class Parts {
        private final Named<RunRow> row;
        private final List<Named<Transition>> moves = new ArrayList<>();
        private final List<Named<RelationRecord>> relations = new ArrayList<>();
        private final List<Named<ContractRow>> contracts = new ArrayList<>();
        private final List<Named<WaveRecord>> waves = new ArrayList<>();
        private final List<Named<ChunkRecord>> chunks = new ArrayList<>();
        private final List<Named<HandoffEvent>> events = new ArrayList<>();
        private final List<Named<ControlRecord>> controls = new ArrayList<>();
        private final List<Named<Verification>> verifications = new ArrayList<>();

        private Parts(Named<RunRow> row) {
            this.row = row;
        }

        private RunEvidence made() {
            return new RunEvidence(row, moves, relations, contracts, waves, chunks, events, controls, verifications);
        }
    }
}
