package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RunMoves;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.List;

/** What must be true of the evidence of every run that streams, whatever has happened to it. */
public final class EvidenceLaw {
    private final Rig rig;

    public EvidenceLaw(Rig rig) {
        this.rig = rig;
    }

    /** Requires all of it. */
    public void require() {
        List<Transition> moves = rig.evidence().transitions(rig.run());
        requireLegal(moves);
        requireHandoffFirst(moves);
        RunRecord run = rig.facts().orElseThrow().run();
        requireBoundaries(run, run.schedule().equals("woven"));
        rig.evidence().children(rig.run()).forEach(this::requireChild);
    }

    /**
     * A run within the run: its own moves, an event for its relation, and floors of its own behind the run's boundary.
     */
    private void requireChild(ChildRun child) {
        RunKey key = child.run().run();
        requireLegal(rig.evidence().transitions(key));
        assertThat(rig.evidence().handoffEvents(key))
                .extracting(HandoffEvent::relation)
                .containsExactlyElementsOf(rig.evidence().schemas(key).keySet());
        Position boundary = rig.facts().orElseThrow().run().consistentLsn().orElseThrow();
        assertThat(child.run().consistentLsn().orElseThrow().covers(boundary)).isTrue();
        requireBoundaries(child.run(), true);
    }

    private static void requireLegal(List<Transition> moves) {
        RunState state = RunState.PLANNED;
        long fence = 0;
        for (Transition move : moves) {
            assertThat(move.from()).as("moves %s", moves).isEqualTo(state);
            assertThat(RunMoves.allowed(move.from(), move.to())).as("%s", move).isTrue();
            assertThat(move.fence()).as("fences of %s", moves).isGreaterThanOrEqualTo(fence);
            state = move.to();
            fence = move.fence();
        }
    }

    private void requireHandoffFirst(List<Transition> moves) {
        List<HandoffEvent> events = rig.evidence().handoffEvents(rig.run());
        assertThat(events).extracting(HandoffEvent::relation).containsExactlyInAnyOrderElementsOf(rig.relations());
        Instant streaming = moves.stream()
                .filter(move -> move.to() == RunState.STREAMING)
                .findFirst()
                .orElseThrow()
                .at();
        assertThat(events).allSatisfy(event -> assertThat(event.completedAt()).isBeforeOrEqualTo(streaming));
    }

    /**
     * R1, R2, R5: no view is older than its floor, no floor older than the run's boundary, no gate beyond its view. In
     * one wave, and where a lost one is made good, the floor is the run's boundary.
     */
    private void requireBoundaries(RunRecord run, boolean waves) {
        Position boundary = run.consistentLsn().orElseThrow();
        List<ChunkRecord> chunks = rig.evidence().chunks(run.run());
        assertThat(chunks).isNotEmpty().allSatisfy(chunk -> {
            Position floor = chunk.firstFloor().orElseThrow();
            Position view = chunk.boundary().orElseThrow();
            assertThat(chunk.state()).isEqualTo(ChunkState.COPIED);
            assertThat(floor.covers(boundary) && (waves || boundary.covers(floor)))
                    .isTrue();
            assertThat(view.covers(floor)).isTrue();
            assertThat(view.covers(chunk.gate().orElseThrow())).isTrue();
        });
    }
}
