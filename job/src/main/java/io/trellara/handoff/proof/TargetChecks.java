package io.trellara.handoff.proof;

import io.trellara.handoff.coordinate.TargetControl.SinkHalt;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks of the target: that it knows the run's writers, and has applied what the evidence says is durable. */
final class TargetChecks {
    private static final String OBJECT = "target";

    private final JdbcTargetControl target;
    private final RunRecord run;
    private final Asked asked = new Asked();

    TargetChecks(JdbcTargetControl target, RunRecord run) {
        this.target = target;
        this.run = run;
    }

    List<CheckItem> check() {
        asked.ask("target-generation", OBJECT, this::generation);
        asked.ask("target-ledger", OBJECT, this::ledger);
        asked.ask("target-halts", OBJECT, this::halts);
        return asked.items();
    }

    private CheckItem generation() {
        OptionalLong generation = target.generation();
        return generation.isPresent()
                ? CheckItem.verified("target-generation", OBJECT, "generation " + generation.getAsLong())
                : CheckItem.missing(
                        "target-generation",
                        OBJECT,
                        "the target knows no generation of the run: no sink of it has written there",
                        "see that target.url leads to the run's target");
    }

    private CheckItem ledger() {
        Optional<Position> position = run.streamPosition();
        Optional<Lsn> ledger = target.ledger();
        String observed = "ledger at " + ledger.map(Lsn::toString).orElse("no position");
        if (position.isEmpty()) {
            return CheckItem.missing(
                    "target-ledger", OBJECT, observed + ", nothing is streamed yet", "let the run go on");
        }
        boolean beyond = !run.consistentLsn()
                .filter(boundary -> boundary.covers(position.get()))
                .isPresent();
        Lsn required = position.get().place();
        if (!beyond || ledger.filter(reached -> reached.covers(required)).isPresent()) {
            return CheckItem.verified("target-ledger", OBJECT, observed + ", which covers the durable " + required);
        }
        return CheckItem.atRisk(
                "target-ledger",
                OBJECT,
                observed + ", behind the durable " + required,
                "the target was rolled back: where it was restored from a backup, start a new run");
    }

    private CheckItem halts() {
        List<SinkHalt> halts = target.halts(run.lastSinkHalt());
        return halts.isEmpty()
                ? CheckItem.verified("target-halts", OBJECT, "no sink has left word of trouble")
                : CheckItem.atRisk(
                        "target-halts",
                        OBJECT,
                        halts.get(halts.size() - 1).code() + ", left by a sink",
                        "start the job again: it halts with the reason, and handoff status shows it");
    }
}
