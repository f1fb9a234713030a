package io.trellara.handoff.proof;

import io.trellara.handoff.config.Units;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.SourceLog;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Checks of the source: that it is the run's, keeps its log, publishes its relations, and has kept its contract. */
final class SourceChecks {
    private static final String OBJECT = "source";

    /** What only the start of a copy needs. */
    private static final Set<ErrorCode> FOR_A_START =
            EnumSet.of(ErrorCode.SLOTS_EXHAUSTED, ErrorCode.SENDERS_EXHAUSTED, ErrorCode.LOCK_STARVATION);

    private static final Set<ErrorCode> PUBLICATION =
            EnumSet.of(ErrorCode.PUBLICATION_MISSING, ErrorCode.PUBLICATION_INCOMPLETE, ErrorCode.PUBLICATION_FILTERED);

    private final Dialect dialect;
    private final RunRecord run;
    private final List<RelationSchema> contract;
    private final Asked asked = new Asked();

    SourceChecks(Dialect dialect, RunRecord run, List<RelationSchema> contract) {
        this.dialect = dialect;
        this.run = run;
        this.contract = List.copyOf(contract);
    }

    /** Where the source does not answer, that is all that is said of it. */
    List<CheckItem> check() {
        if (asked.ask("source-identity", OBJECT, this::identity)) {
            asked.ask("source-log", OBJECT, this::log);
            asked.ask("source-slot", OBJECT, this::slot);
            asked.ask("source-retention", OBJECT, this::retention);
            asked.askAll("source-settings", OBJECT, this::settings);
            asked.askAll("source-contract", OBJECT, this::contract);
        }
        return asked.items();
    }

    private CheckItem identity() {
        Identity answering = dialect.identity();
        Optional<Identity> recorded = run.sourceIdentity().map(Identity::parse);
        if (recorded.isEmpty()) {
            return CheckItem.missing(
                    "source-identity",
                    OBJECT,
                    answering.text() + " answers, the run is bound to none",
                    "start the run");
        }
        Identity now = answering.succeeding(recorded.get());
        String observed = now.text() + " answers";
        if (now.text().equals(recorded.get().text())) {
            return CheckItem.verified("source-identity", OBJECT, observed + ", the run's");
        }
        return now.isLaterTimelineOf(recorded.get())
                ? CheckItem.atRisk(
                        "source-identity",
                        OBJECT,
                        observed + ", a later timeline of the run's "
                                + recorded.get().text(),
                        "start the job again: it follows its source where nothing was lost, and says where it was")
                : CheckItem.atRisk(
                        "source-identity",
                        OBJECT,
                        observed + ", the run is bound to " + recorded.get().text(),
                        "point source.url at the run's source");
    }

    private CheckItem log() {
        Optional<Position> position = run.streamPosition().or(run::consistentLsn);
        if (position.isEmpty()) {
            return CheckItem.missing("source-log", OBJECT, "the run has no boundary yet", "let the run go on");
        }
        dialect.requireLog(position.get());
        return CheckItem.verified(
                "source-log", OBJECT, "the log behind " + position.get().shown() + " is kept and will be handed out");
    }

    private CheckItem slot() {
        Optional<SlotStatus> found = dialect.slot();
        if (found.isEmpty()) {
            return CheckItem.verified("source-slot", OBJECT, "the source keeps its log by age, without a slot");
        }
        SlotStatus slot = found.get();
        String observed = "wal_status " + slot.walStatus() + ", " + Units.shownBytes(slot.retainedBytes())
                + " of log retained" + (slot.activePid().isPresent() ? ", streamed from" : ", nobody streams from it");
        if (!Set.of("reserved", "extended").contains(slot.walStatus())) {
            return CheckItem.atRisk(
                    "source-slot",
                    OBJECT,
                    observed,
                    "raise max_slot_wal_keep_size at once, and see that the job runs: the slot is about to be lost");
        }
        boolean streams = run.state().compareTo(RunState.STREAM_HANDOFF_READY) >= 0;
        return slot.activePid().isPresent() || !streams
                ? CheckItem.verified("source-slot", OBJECT, observed)
                : CheckItem.atRisk(
                        "source-slot",
                        OBJECT,
                        observed,
                        "start the job: the source keeps its log until it is streamed");
    }

    /** Room for a fifth of the limit is too little to go home with. */
    private CheckItem retention() {
        Optional<Position> position = run.streamPosition().or(run::consistentLsn);
        Optional<SourceLog> log = position.flatMap(
                        reached -> dialect.readLog(run.sourceIdentity().orElse(""), reached))
                .map(LogReading::log);
        OptionalLong kept = log.map(SourceLog::keptBytes).orElse(OptionalLong.empty());
        if (log.isEmpty() || kept.isEmpty()) {
            return CheckItem.missing(
                    "source-retention", OBJECT, "the source does not tell how much log it keeps", "look at its disk");
        }
        OptionalLong limit = log.get().limitBytes();
        String observed = Units.shownBytes(kept.getAsLong()) + " of log kept from the run on, "
                + (limit.isPresent() ? "of " + Units.shownBytes(limit.getAsLong()) + " at most" : "without a limit");
        return limit.isPresent() && kept.getAsLong() > limit.getAsLong() / 5 * 4
                ? CheckItem.atRisk(
                        "source-retention",
                        OBJECT,
                        observed,
                        "see that the job streams, or raise the limit: beyond it the run is lost")
                : CheckItem.verified("source-retention", OBJECT, observed);
    }

    /** What a start would be refused for, and what its publication lacks. */
    private List<CheckItem> settings() {
        List<Finding> against = dialect.check().stream()
                .filter(Finding::refuses)
                .filter(finding -> !FOR_A_START.contains(finding.code()))
                .toList();
        return against.isEmpty()
                ? List.of(CheckItem.verified(
                        "source-settings", OBJECT, "settings, privileges and publication serve the run"))
                : against.stream()
                        .map(finding -> CheckItem.atRisk(
                                PUBLICATION.contains(finding.code()) ? "source-publication" : "source-settings",
                                finding.object(),
                                finding.code().label() + ": " + finding.observed(),
                                finding.remedy()))
                        .toList();
    }

    private List<CheckItem> contract() {
        if (contract.isEmpty()) {
            return List.of(CheckItem.missing(
                    "source-contract", OBJECT, "no contract is recorded yet", "let the run make its plan"));
        }
        List<Finding> differences = dialect.checkContract(contract);
        return differences.isEmpty()
                ? List.of(CheckItem.verified(
                        "source-contract", OBJECT, contract.size() + " relations are as the contract says"))
                : differences.stream()
                        .map(finding -> CheckItem.atRisk(
                                "source-contract",
                                finding.object(),
                                finding.code().label() + ": " + finding.observed(),
                                finding.remedy()))
                        .toList();
    }
}
