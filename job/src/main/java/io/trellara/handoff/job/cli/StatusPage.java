package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.Units;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.job.progress.Waiting;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A run's evidence for people. */
final class StatusPage {
    private static final String NONE = "-";

    private StatusPage() {}

    static List<String> of(RunFacts facts, Instant now) {
        List<String> lines = new ArrayList<>(run(facts, now));
        lines.add("");
        lines.addAll(Columns.of(relations(facts)));
        if (!facts.waves().isEmpty()) {
            lines.add("");
            lines.addAll(Columns.of(waves(facts.waves())));
        }
        if (!facts.events().isEmpty()) {
            lines.add("");
            lines.addAll(Columns.of(events(facts.events())));
        }
        if (!facts.children().isEmpty()) {
            lines.add("");
            lines.addAll(Columns.of(children(facts.children())));
        }
        if (!facts.controls().isEmpty()) {
            lines.add("");
            lines.addAll(Columns.of(controls(facts.controls())));
        }
        if (!facts.verifications().isEmpty()) {
            lines.add("");
            lines.addAll(Columns.of(verifications(facts.verifications())));
        }
        return lines;
    }

    /** All runs of a dataset, newest first. */
    static List<String> runs(List<RunRecord> runs, Instant now) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run", "state", "started", "last evidence"));
        for (RunRecord run : runs) {
            rows.add(List.of(
                    run.run().runId(),
                    run.state().text(),
                    run.startedAt().toString(),
                    age(run.updatedAt(), now) + " ago"));
        }
        return Columns.of(rows);
    }

    private static List<List<String>> children(List<RunFacts.Child> children) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run within", "kind", "relation", "state", "chunks", "rows", "erased"));
        for (RunFacts.Child child : children) {
            RunRecord run = child.run().run();
            for (RelationRecord relation : child.relations()) {
                rows.add(List.of(
                        run.run().runId(),
                        child.run().kind().text(),
                        relation.relation().toString(),
                        run.state().text(),
                        relation.chunksCopied() + "/" + relation.chunksTotal(),
                        count(relation.copiedRows()),
                        count(relation.erasedRows())));
            }
        }
        return rows;
    }

    private static List<List<String>> verifications(List<RunFacts.Verification> verifications) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("verification", "verdict", "mode", "ranges", "rows", "began", "ended", "found"));
        for (RunFacts.Verification verification : verifications) {
            VerificationRecord row = verification.row();
            rows.add(List.of(
                    String.valueOf(row.id()),
                    row.verdict().text(),
                    row.mode()
                            + (row.scope().base().isPresent()
                                    ? " on " + row.scope().base().getAsLong()
                                    : ""),
                    ranges(row.scope()),
                    count(row.comparedRows()),
                    row.startedAt().toString(),
                    shown(row.finishedAt()),
                    found(verification)));
        }
        return rows;
    }

    private static String ranges(VerificationScope scope) {
        return scope.all() == 0 ? NONE : count(scope.compared()) + " of " + count(scope.all());
    }

    private static String found(RunFacts.Verification verification) {
        String differing = verification.differing().stream()
                .map(relation -> count(relation.differences()) + " in " + relation.relation())
                .collect(Collectors.joining(", "));
        return differing.isEmpty() ? verification.row().reason().orElse(NONE) : differing;
    }

    private static List<List<String>> controls(List<ControlRecord> controls) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("request", "what", "by", "at", "answer"));
        for (ControlRecord control : controls) {
            rows.add(List.of(
                    String.valueOf(control.id()),
                    what(control.request()),
                    control.request().requestedBy(),
                    control.requestedAt().toString(),
                    control.state().text()
                            + control.child().map(run -> " as " + run.runId()).orElse("")
                            + control.reason().map(reason -> ": " + reason).orElse("")));
        }
        return rows;
    }

    private static String what(ControlRequest request) {
        StringBuilder what = new StringBuilder(request.kind().text());
        request.relation().ifPresent(relation -> what.append(' ').append(relation));
        if (!request.chunks().isEmpty()) {
            what.append(", ").append(request.chunks().size()).append(" chunks");
        }
        request.tuning().waveRows().ifPresent(rows -> what.append(" wave-rows=").append(rows));
        request.tuning()
                .chunkRows()
                .ifPresent(rows -> what.append(" chunk-rows=").append(rows));
        request.tuning()
                .rowsPerSecond()
                .ifPresent(rows -> what.append(" rows-per-second=").append(rows));
        return what.toString();
    }

    private static List<String> run(RunFacts facts, Instant now) {
        RunRecord run = facts.run();
        List<String> lines = new ArrayList<>();
        lines.add("run        " + run.run());
        lines.add("state      " + run.state().text() + ", " + age(run.updatedAt(), now) + " ago");
        lines.add("waits for  " + Waiting.of(facts, now));
        facts.openWaits().stream().skip(1).forEach(wait -> lines.add("and for    " + Waiting.named(wait, now)));
        run.failureReason().ifPresent(reason -> lines.add("reason     " + reason));
        lines.add("boundary   " + at(run.consistentLsn()) + "  slot " + shown(run.slotName()));
        lines.add("stream     " + at(run.streamPosition()) + checkpoint(run));
        lines.add("copied     " + count(facts.copiedRows()) + " rows, " + Units.shownBytes(facts.copiedBytes())
                + ", chunks " + facts.chunksCopied() + "/" + facts.chunksTotal());
        if (!run.changes().equals(ChangeCounts.NONE)) {
            lines.add("changes    " + count(run.changes().forwarded()) + " forwarded, "
                    + count(run.changes().suppressed()) + " suppressed, "
                    + count(run.changes().replayed()) + " replayed");
        }
        lines.add("started    " + run.startedAt() + "  fence " + run.fence());
        return lines;
    }

    private static String checkpoint(RunRecord run) {
        return run.streamCheckpointId().isPresent()
                ? "  checkpoint " + run.streamCheckpointId().getAsLong()
                : "";
    }

    private static List<List<String>> relations(RunFacts facts) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("relation", "state", "chunks", "rows", "bytes", "watermark"));
        for (RelationRecord relation : facts.relations()) {
            rows.add(List.of(
                    relation.relation().toString(),
                    relation.state(),
                    relation.chunksCopied() + "/" + relation.chunksTotal(),
                    count(relation.copiedRows()),
                    Units.shownBytes(relation.bytesCopied()),
                    at(relation.watermark())));
        }
        return rows;
    }

    private static List<List<String>> waves(List<WaveRecord> waves) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("wave", "floor", "boundary", "opened", "outcome"));
        for (WaveRecord wave : waves) {
            rows.add(List.of(
                    String.valueOf(wave.wave()),
                    wave.floor().shown(),
                    at(wave.boundary()),
                    wave.openedAt().toString(),
                    wave.outcome().orElse("open")));
        }
        return rows;
    }

    private static List<List<String>> events(List<HandoffEvent> events) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("handed off", "watermark", "rows", "checkpoint", "at"));
        for (HandoffEvent event : events) {
            rows.add(List.of(
                    event.relation().toString(),
                    event.watermark().shown(),
                    count(event.copiedRows()),
                    String.valueOf(event.checkpointId()),
                    event.completedAt().toString()));
        }
        return rows;
    }

    private static String at(Optional<Position> position) {
        return position.map(Position::shown).orElse(NONE);
    }

    private static String shown(Optional<?> value) {
        return value.map(String::valueOf).orElse(NONE);
    }

    private static String age(Instant since, Instant now) {
        Duration age = Duration.between(since, now);
        return Units.shown(age.isNegative() ? Duration.ZERO : age);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
