package io.trellara.handoff.proof;

import io.trellara.handoff.evidence.RunMoves;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.proof.ProofRule.Found;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Rules over a run's moves from state to state. Pure. */
final class MoveRules {
    private MoveRules() {}

    static List<ProofRule> all() {
        return List.of(
                ProofRule.ofRun(
                        "moves-legal",
                        "The run's moves form one chain from planned to its state, by the table of moves.",
                        MoveRules::legal),
                ProofRule.ofRun(
                        "fences-rise",
                        "No write came under an older fence than the one before it (R6).",
                        MoveRules::fences),
                ProofRule.ofRun("times-rise", "No moment lies before one that it must follow.", MoveRules::times),
                ProofRule.ofRun(
                        "failure-told", "A failed run says why, as the move says that failed it.", MoveRules::failure));
    }

    private static void legal(RunEvidence run, Found found) {
        RunState state = RunState.PLANNED;
        for (Named<Transition> move : run.moves()) {
            RunState from = move.value().from();
            RunState to = move.value().to();
            found.require(from == state, move, "a move from " + from.text(), "one from " + state.text());
            found.require(
                    RunMoves.allowed(from, to),
                    move,
                    from.text() + " to " + to.text(),
                    "a state that may follow " + from.text());
            state = to;
        }
        found.require(
                run.run().state() == state,
                run.row(),
                "state " + run.run().state().text(),
                "the state that its last move leads to, " + state.text());
    }

    private static void fences(RunEvidence run, Found found) {
        long fence = 0;
        for (Named<Transition> move : run.moves()) {
            long own = move.value().fence();
            found.require(own >= fence, move, "fence " + own, "fence " + fence + " or later, as before it");
            fence = Math.max(fence, own);
        }
        found.require(
                run.run().fence() >= fence,
                run.row(),
                "fence " + run.run().fence(),
                "fence " + fence + " or later, as in its moves");
    }

    private static void times(RunEvidence run, Found found) {
        Instant last = run.run().startedAt();
        for (Named<Transition> move : run.moves()) {
            Instant at = move.value().at();
            found.require(!at.isBefore(last), move, "at " + at, "not before " + last);
            last = at.isAfter(last) ? at : last;
        }
        run.waves()
                .forEach(wave -> wave.value()
                        .closedAt()
                        .ifPresent(closed -> found.require(
                                !closed.isBefore(wave.value().openedAt()),
                                wave,
                                "closed at " + closed,
                                "not before it was opened, " + wave.value().openedAt())));
        run.chunks()
                .forEach(chunk -> chunk.value()
                        .reading()
                        .copiedAt()
                        .ifPresent(copied -> found.require(
                                !copied.isBefore(
                                        chunk.value().reading().claimedAt().orElse(Instant.MIN)),
                                chunk,
                                "copied at " + copied,
                                "not before it was claimed")));
        run.relations().forEach(relation -> {
            Instant first = relation.value().firstChunkAt().orElse(Instant.MAX);
            relation.value()
                    .lastChunkAt()
                    .ifPresent(end -> found.require(
                            !end.isBefore(first), relation, "last chunk at " + end, "not before the first, " + first));
        });
    }

    private static void failure(RunEvidence named, Found found) {
        RunRecord run = named.run();
        boolean failed = run.state() == RunState.FAILED_RECOVERABLE;
        found.require(
                !failed || (run.failureCode().isPresent() && run.failureReason().isPresent()),
                named.row(),
                "a failure without code or reason",
                "both");
        boolean told = named.moves().stream()
                .map(Named::value)
                .anyMatch(move -> Objects.equals(move.reason(), run.failureReason())
                        && move.code().equals(run.failureCode()));
        found.require(
                (run.failureReason().isEmpty() && run.failureCode().isEmpty()) || told,
                named.row(),
                "failure " + run.failureCode().orElse("without a code"),
                "the code and the reason of one of its moves");
    }
}
