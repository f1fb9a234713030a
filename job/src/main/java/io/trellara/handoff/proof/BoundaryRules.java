package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.proof.ProofRule.Found;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules over boundaries, floors and gates. Pure. */
final class BoundaryRules {
    private static final String RUN_BOUNDARY = "the run's boundary ";

    private BoundaryRules() {}

    static List<ProofRule> all() {
        return List.of(
                ProofRule.ofRun(
                        "boundary-first",
                        "A run that has gone beyond planned, claimed a chunk or streamed has a slot and a boundary (R1).",
                        BoundaryRules::boundaryFirst),
                ProofRule.ofRun(
                        "stream-beyond-boundary",
                        "The stream's position covers the run's boundary, from which it started (R1, R7).",
                        BoundaryRules::stream),
                ProofRule.ofRun(
                        "floor-above-boundary",
                        "Each wave's floor covers the run's boundary, and is it where the copy comes first (R2).",
                        BoundaryRules::floors),
                ProofRule.ofRun(
                        "view-above-floor",
                        "Each view covers its wave's floor, and each chunk was read in a view of its run (R1, R2).",
                        BoundaryRules::views),
                ProofRule.ofRun(
                        "first-floor",
                        "A chunk's first floor is that of a wave up to its own; one that was never taken has none (R2).",
                        BoundaryRules::firstFloors),
                ProofRule.ofRun(
                        "gate-within-view",
                        "A chunk's gate is its view's boundary, or its first floor where it was claimed again (R3, R5).",
                        BoundaryRules::gates));
    }

    private static void boundaryFirst(RunEvidence named, Found found) {
        RunRecord run = named.run();
        boolean bound = run.slotName().isPresent() && run.consistentLsn().isPresent();
        boolean begun = run.state() != RunState.PLANNED
                || run.streamPosition().isPresent()
                || run.copiedRows() > 0
                || named.chunks().stream().anyMatch(chunk -> chunk.value().attempts() > 0);
        found.require(
                !begun || bound,
                named.row(),
                "no " + (run.slotName().isEmpty() ? "slot" : "boundary") + " in state "
                        + run.state().text(),
                "slot and boundary before anything is copied or streamed");
    }

    private static void stream(RunEvidence named, Found found) {
        named.run()
                .streamPosition()
                .ifPresent(position -> named.boundary()
                        .ifPresent(boundary -> found.require(
                                covers(position, boundary),
                                named.row(),
                                "stream position " + position,
                                RUN_BOUNDARY + boundary)));
    }

    private static void floors(RunEvidence run, Found found) {
        run.boundary()
                .ifPresent(boundary -> run.waves().forEach(wave -> {
                    Position floor = wave.value().floor();
                    found.require(
                            covers(floor, boundary) && (run.woven() || covers(boundary, floor)),
                            wave,
                            "floor " + floor,
                            (run.woven() ? "a floor that covers " : "") + RUN_BOUNDARY + boundary);
                }));
    }

    private static void views(RunEvidence run, Found found) {
        for (Named<WaveRecord> wave : run.waves()) {
            wave.value()
                    .boundary()
                    .ifPresent(boundary -> found.require(
                            covers(boundary, wave.value().floor()),
                            wave,
                            "boundary " + boundary,
                            "one that covers the floor " + wave.value().floor()));
        }
        for (Named<ChunkRecord> chunk : run.chunks()) {
            chunk.value()
                    .boundary()
                    .ifPresent(view -> found.require(
                            wavesOf(run, chunk.value()).anyMatch(wave -> admits(wave, view)),
                            chunk,
                            "boundary " + view,
                            "that of a view of a wave up to its own"));
        }
    }

    private static void firstFloors(RunEvidence run, Found found) {
        for (Named<ChunkRecord> named : run.chunks()) {
            ChunkRecord chunk = named.value();
            if (chunk.state() == ChunkState.PLANNED) {
                boolean untouched = chunk.firstFloor().isEmpty()
                        && chunk.boundary().isEmpty()
                        && chunk.gate().isEmpty()
                        && chunk.wave().isEmpty()
                        && chunk.attempts() == 0;
                found.require(untouched, named, "a planned chunk with a wave, a floor or a view", "none of them");
            } else {
                Optional<Position> floor = chunk.firstFloor();
                boolean known = floor.isPresent()
                        && wavesOf(run, chunk).anyMatch(wave -> wave.floor().equals(floor.get()));
                found.require(
                        known,
                        named,
                        "first floor " + floor.map(Position::toString).orElse("missing"),
                        "the floor of a wave up to its own");
            }
        }
    }

    private static void gates(RunEvidence run, Found found) {
        for (Named<ChunkRecord> named : run.chunks()) {
            ChunkRecord chunk = named.value();
            if (chunk.attempts() > 0) {
                found.require(
                        gateHolds(chunk),
                        named,
                        "gate " + chunk.gate().map(Position::toString).orElse("missing") + " after " + chunk.attempts()
                                + " claims",
                        "boundary " + chunk.boundary().map(Position::toString).orElse("of a view")
                                + (chunk.attempts() > 1 ? " or the first floor" : ""));
            }
        }
    }

    private static boolean gateHolds(ChunkRecord chunk) {
        if (chunk.gate().isEmpty() || chunk.boundary().isEmpty()) {
            return false;
        }
        Position gate = chunk.gate().get();
        boolean ofView = same(gate, chunk.boundary().get());
        boolean ofFloor = chunk.attempts() > 1
                && covers(chunk.boundary().get(), gate)
                && chunk.firstFloor().filter(floor -> same(floor, gate)).isPresent();
        return ofView || ofFloor;
    }

    private static Stream<WaveRecord> wavesOf(RunEvidence run, ChunkRecord chunk) {
        return run.waves().stream()
                .map(Named::value)
                .filter(wave -> wave.wave() <= chunk.wave().orElse(-1));
    }

    private static boolean admits(WaveRecord wave, Position view) {
        return kind(wave.floor(), view) && wave.admits(view);
    }

    private static boolean same(Position left, Position right) {
        return covers(left, right) && covers(right, left);
    }

    /** Positions of two kinds cover one another never; only an edited row brings them together. */
    static boolean covers(Position left, Position right) {
        return kind(left, right) && left.covers(right);
    }

    private static boolean kind(Position left, Position right) {
        return left.getClass() == right.getClass();
    }
}
