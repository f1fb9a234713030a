package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.TimelineEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a run may follow its source onto a later timeline (R8, design §15): where the new timeline's history holds
 * the recorded one, and left it at or beyond everything that the run has taken. Else the target may hold what the
 * source has lost. A MySQL server with another UUID is a later timeline too, which was left where its own GTIDs end.
 * Pure.
 */
final class Failover {
    private static final String FOLLOWED = "followed its source to ";

    private Failover() {}

    /** What is recorded of it. */
    static String reason(Identity earlier, Identity now, Position left) {
        if (now.mysql()) {
            return FOLLOWED + now.text() + ", which holds all that was taken from " + earlier.text() + ": " + left;
        }
        return FOLLOWED + "timeline " + now.timeline() + ", which left timeline " + earlier.timeline() + " at " + left
                + ", beyond all that was taken";
    }

    /** Whether a run has ever followed its source: then Flink's state may be of a timeline that was left. */
    static boolean followed(List<Transition> transitions) {
        return transitions.stream()
                .anyMatch(move ->
                        move.reason().filter(r -> r.startsWith(FOLLOWED)).isPresent());
    }

    /**
     * Something that a run has taken from its source.
     *
     * @param position covers all of it
     */
    record Taken(String what, Position position) {}

    /**
     * What the run has taken, for each kind as far as it goes. A claimed chunk counts like a copied one: rows of its
     * view may be at the target.
     *
     * @param ledger covers everything that any lane has applied
     */
    static List<Taken> taken(
            RunRecord run, List<ChunkRecord> chunks, List<WaveRecord> waves, Optional<? extends Position> ledger) {
        List<Taken> taken = new ArrayList<>();
        add(taken, "the run's boundary", run.consistentLsn());
        add(
                taken,
                "a chunk's boundary",
                chunks.stream().flatMap(c -> c.boundary().stream()).reduce(Position::with));
        add(
                taken,
                "an open view",
                waves.stream()
                        .filter(wave -> wave.outcome().isEmpty())
                        .flatMap(wave -> wave.boundary().stream())
                        .reduce(Position::with));
        add(taken, "the stream position", run.streamPosition());
        add(taken, "the target's ledger", ledger);
        return taken;
    }

    /**
     * A position that covers what the target has applied below {@code end}. In MySQL's log a place alone does not tell
     * which transactions lie before it: only a recorded stream position that reaches as far does.
     *
     * @throws HandoffException SOURCE_CHANGED where the target has applied more than is recorded
     */
    static Optional<Position> ledger(RunRecord run, Optional<Lsn> end, Identity recorded, Identity now) {
        Position reached = run.streamPosition().orElse(run.consistentLsn().orElse(Lsn.ZERO));
        return end.map(place -> reached.reaching(place)
                .orElseThrow(() -> refused(
                        now.text() + "; the target's ledger is at " + place
                                + ", beyond the recorded stream position " + reached
                                + ", and which transactions it has applied there is not known",
                        recorded)));
    }

    private static void add(List<Taken> taken, String what, Optional<? extends Position> position) {
        position.ifPresent(at -> taken.add(new Taken(what, at)));
    }

    /**
     * Requires that the run may follow.
     *
     * @param recorded the source as the run is bound to it
     * @param now its later timeline
     * @param history the timelines that {@code now}'s descends from
     * @return the switch point: where the recorded timeline was left
     * @throws HandoffException SOURCE_CHANGED, with the switch point and what lies beyond it
     */
    static Position require(Identity recorded, Identity now, List<TimelineEnd> history, List<Taken> taken) {
        Position left = history.stream()
                .filter(end -> end.timeline() == recorded.timeline())
                .map(TimelineEnd::end)
                .findFirst()
                .orElseThrow(() -> refused(
                        now.text() + ", whose history does not hold timeline " + recorded.timeline(), recorded));
        String beyond = taken.stream()
                .filter(t -> !left.covers(t.position()))
                .map(t -> t.what() + " " + t.position())
                .collect(Collectors.joining(", "));
        if (!beyond.isEmpty()) {
            throw refused(
                    now.text() + ", which left timeline " + recorded.timeline() + " at " + left + "; beyond that: "
                            + beyond,
                    recorded);
        }
        return left;
    }

    /** Where nobody can tell how far the target has come, nothing proves that the source still holds it. */
    static HandoffException unproven(Identity recorded, Identity now) {
        return refused(now.text() + ", and a target without a ledger", recorded);
    }

    /** The run has followed; its coordinator, which knows the views of the old timeline, is to start again. */
    static HandoffException followed(String now) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_PROMOTED,
                "source server",
                "source " + now + ", to which the run has just gone over",
                "a coordinator that was started there",
                "nothing: the run starts again"));
    }

    private static HandoffException refused(String observed, Identity recorded) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_CHANGED,
                "source server",
                "source " + observed,
                "source " + recorded.text() + ", or a promotion behind everything that the run has taken from it",
                recorded.mysql()
                        ? "where that server is a replica that lags, let it catch up, then handoff resume; else start a new"
                                + " run: the target may hold what the source has lost"
                        : "start a new run: the target may hold what the source has lost"));
    }
}
