package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.config.Units;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.Identity;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives a run up. */
@Command(
        name = "abandon",
        mixinStandardHelpOptions = true,
        description =
                "Drops the run's slot, so that the source keeps no log for it, and keeps the evidence. Without --yes"
                        + " it only says what it would do. An abandoned run cannot be resumed.")
final class AbandonCommand implements Callable<Integer> {
    private static final String REASON = "abandoned by an operator; its slot was dropped";

    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    private final Output output;

    AbandonCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        Dialect source = Sources.of(job.source());
        try (EvidenceStore evidence = EvidenceDoor.open(job, "abandon")) {
            evidence.requireSchema();
            RunRecord run = EvidenceDoor.require(evidence, job.source().run());
            Optional<SlotStatus> slot = source.slot();
            slot.ifPresentOrElse(found -> say(run, found), () -> output.line("slot  none; the run retains no log"));
            if (!yes) {
                output.line("dry run; nothing was changed. Add --yes to drop the slot. The evidence stays either way.");
                return 0;
            }
            refuseInUse(slot);
            refuseOtherSlot(run, job.source().replication().slot());
            RunWriter writer = evidence.open(
                    run.run(), run.schedule(), job.source().connection().kind().text());
            requireSource(run, source.identity(), writer);
            source.dropSlot();
            if (run.slotName().isPresent() && run.consistentLsn().isPresent()) {
                writer.halt(ErrorCode.RUN_HALTED.label(), REASON);
            }
            output.line((slot.isPresent() ? "dropped the slot; run " : "run ") + run.run() + " is "
                    + writer.current().state().text());
            return 0;
        }
    }

    /** The run's source, or one that was promoted from it: what it may lack does not matter any more. */
    private static void requireSource(RunRecord run, Identity answering, RunWriter writer) {
        Optional<Identity> recorded = run.sourceIdentity().map(Identity::parse);
        Identity now = recorded.map(answering::succeeding).orElse(answering);
        if (recorded.filter(now::isLaterTimelineOf).isEmpty()) {
            writer.bindSource(now.text());
        }
    }

    private void say(RunRecord run, SlotStatus slot) {
        output.line("run   " + run.run() + ", " + run.state().text());
        output.line("slot  " + run.slotName().orElse("-") + ", confirmed " + slot.confirmed() + ", retains "
                + Units.shownBytes(slot.retainedBytes()) + " of log at the source");
    }

    /** A slot of another name may be another run's. */
    private static void refuseOtherSlot(RunRecord run, String configured) {
        run.slotName().filter(recorded -> !recorded.equals(configured)).ifPresent(recorded -> {
            throw new HandoffException(new Finding(
                    ErrorCode.RUN_MISMATCH,
                    "run " + run.run(),
                    "source.slot " + configured,
                    "the slot that the run was started with, " + recorded,
                    "set source.slot back"));
        });
    }

    private static void refuseInUse(Optional<SlotStatus> slot) {
        slot.flatMap(SlotStatus::activePid).ifPresent(pid -> {
            throw new HandoffException(new Finding(
                    ErrorCode.SLOT_BUSY,
                    "the run's slot",
                    "in use by the session with pid " + pid,
                    "a slot that nobody streams from",
                    "stop the job first"));
        });
    }
}
