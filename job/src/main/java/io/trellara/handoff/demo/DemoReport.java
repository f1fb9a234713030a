package io.trellara.handoff.demo;

import static io.trellara.handoff.demo.DemoText.count;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The evidence as the demo's last screen shows it. */
final class DemoReport {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final EvidenceReader evidence;

    DemoReport(EvidenceReader evidence) {
        this.evidence = evidence;
    }

    List<String> lines(RunKey run) {
        RunFacts facts = RunFacts.read(evidence, run).orElseThrow();
        List<String> lines = new ArrayList<>();
        lines.add("run " + run + ": " + facts.state().text() + ", boundary "
                + text(facts.run().consistentLsn()) + ", stream position "
                + text(facts.run().streamPosition()) + ", fence " + facts.run().fence());
        lines.addAll(moves(run));
        lines.addAll(table(relations(facts)));
        lines.addAll(table(waves(facts, evidence.chunks(run))));
        lines.addAll(table(events(facts)));
        return lines;
    }

    private List<String> moves(RunKey run) {
        List<String> words = new ArrayList<>();
        for (Transition move : evidence.transitions(run)) {
            if (!move.from().equals(move.to())) {
                words.add(move.to().text() + " " + TIME.format(move.at()));
            }
        }
        return List.of("  " + String.join(" → ", words));
    }

    private static List<List<String>> relations(RunFacts facts) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("relation", "state", "key", "chunks", "rows copied", "bytes"));
        for (RelationRecord relation : facts.relations()) {
            rows.add(List.of(
                    relation.relation().toString(),
                    relation.state(),
                    relation.keyColumns(),
                    relation.chunksCopied() + "/" + relation.chunksTotal(),
                    count(relation.copiedRows()),
                    count(relation.bytesCopied())));
        }
        return rows;
    }

    private static List<List<String>> waves(RunFacts facts, List<ChunkRecord> chunks) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("wave", "floor", "chunks", "boundaries", "opened", "closed", "outcome"));
        for (WaveRecord wave : facts.waves()) {
            List<ChunkRecord> members = chunks.stream()
                    .filter(chunk -> chunk.wave().orElse(-1) == wave.wave())
                    .toList();
            List<Position> views = members.stream()
                    .flatMap(chunk -> chunk.boundary().stream())
                    .distinct()
                    .toList();
            rows.add(List.of(
                    Integer.toString(wave.wave()),
                    DemoText.position(wave.floor()),
                    Integer.toString(members.size()),
                    boundaries(wave, views),
                    TIME.format(wave.openedAt()),
                    wave.closedAt().map(TIME::format).orElse("-"),
                    wave.outcome().orElse("open")));
        }
        return rows;
    }

    /** One of the wave's, or one of each reader's view. */
    private static String boundaries(WaveRecord wave, List<Position> views) {
        List<Position> all = wave.boundary().map(List::of).orElse(views);
        return all.isEmpty()
                ? "-"
                : String.join(" and ", all.stream().map(DemoText::position).toList());
    }

    private static List<List<String>> events(RunFacts facts) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("handoff event", "watermark", "chunk boundaries", "rows", "checkpoint", "at"));
        for (HandoffEvent event : facts.events()) {
            rows.add(List.of(
                    event.relation().toString(),
                    DemoText.position(event.watermark()),
                    DemoText.position(event.smallestBoundary()) + " .. " + DemoText.position(event.largestBoundary()),
                    count(event.copiedRows()),
                    Long.toString(event.checkpointId()),
                    TIME.format(event.completedAt())));
        }
        return rows;
    }

    private static String text(Optional<Position> position) {
        return position.map(DemoText::position).orElse("-");
    }

    /** Columns under their heads, two spaces apart, indented. */
    static List<String> table(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
