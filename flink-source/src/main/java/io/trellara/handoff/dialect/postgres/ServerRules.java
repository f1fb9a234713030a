package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import java.util.ArrayList;
import java.util.List;

/** What a server must be and have to spare for a run. Pure; all findings at once. */
final class ServerRules {
    /** Major versions that this release is tested with. */
    static final int OLDEST = 14, NEWEST = 18;

    private final String place;
    private final SourceConfig config;
    private final List<Finding> findings = new ArrayList<>();

    private ServerRules(String place, SourceConfig config) {
        this.place = place;
        this.config = config;
    }

    /** @param datasetBytes size of the configured relations, for the judgement of the log's limit */
    static List<Finding> of(String place, SourceConfig config, ServerFacts facts, long datasetBytes) {
        ServerRules rules = new ServerRules(place, config);
        rules.version(facts.version());
        rules.role(facts);
        rules.capacity(facts);
        rules.slot(facts);
        rules.retention(facts, datasetBytes);
        return List.copyOf(rules.findings);
    }

    /** The finding of a server whose major version is not one of ours. */
    static Finding unsupported(String place, int version) {
        return new Finding(
                ErrorCode.SOURCE_VERSION_UNSUPPORTED,
                place,
                "version " + text(version),
                "PostgreSQL " + OLDEST + " to " + NEWEST,
                "upgrade the source, or use a release of this program that knows it");
    }

    static boolean supports(int version) {
        return version / 10_000 >= OLDEST && version / 10_000 <= NEWEST;
    }

    private void version(int version) {
        if (!supports(version)) {
            findings.add(unsupported(place, version));
        }
        for (KnownDefects.Known defect : KnownDefects.of(version)) {
            Finding finding = new Finding(
                    ErrorCode.SOURCE_VERSION_DEFECTIVE,
                    place,
                    "version " + text(version) + ", in which " + defect.effect(),
                    "the newest minor release",
                    "update the server; until then " + defect.advice());
            findings.add(finding.asWarning());
        }
        if (config.replication().failover() && version / 10_000 < 17) {
            add(
                    ErrorCode.SOURCE_VERSION_UNSUPPORTED,
                    "version " + text(version) + " and source.failover-slot",
                    "PostgreSQL 17 for failover slots",
                    "switch source.failover-slot off");
        }
    }

    private void role(ServerFacts facts) {
        if (facts.inRecovery()) {
            add(
                    ErrorCode.SOURCE_STANDBY,
                    "a standby: a slot there waits for the primary to log its running transactions, dies with rows that"
                            + " the primary's vacuum removes, and no publication can be made",
                    "the primary",
                    "point source.url at the primary");
        }
        if (!facts.walLevel().equals("logical")) {
            add(
                    ErrorCode.WAL_LEVEL,
                    "wal_level = " + facts.walLevel(),
                    "wal_level = logical",
                    "ALTER SYSTEM SET wal_level = logical, then restart the server");
        }
    }

    /** One slot and one sender more than the run needs by itself: a lost view is opened again beside it. */
    private void capacity(ServerFacts facts) {
        int slots = facts.slotExists() ? 1 : 2;
        int slotsFree = facts.slotsMost() - facts.slotsUsed();
        if (slotsFree < slots) {
            add(
                    ErrorCode.SLOTS_EXHAUSTED,
                    slotsFree + " free of max_replication_slots = " + facts.slotsMost(),
                    slots + " free: the run's own and one for later views",
                    "drop slots that nobody uses, or raise max_replication_slots and restart the server");
        }
        int senders = facts.slotActive() ? 1 : 2;
        int sendersFree = facts.sendersMost() - facts.sendersUsed();
        if (sendersFree < senders) {
            add(
                    ErrorCode.SENDERS_EXHAUSTED,
                    sendersFree + " free of max_wal_senders = " + facts.sendersMost(),
                    senders + " free: the stream's and one for later views",
                    "raise max_wal_senders and restart the server");
        }
    }

    private void slot(ServerFacts facts) {
        if (facts.slotExists() && !facts.slot().equals(ServerFacts.OURS)) {
            findings.add(new Finding(
                    ErrorCode.SLOT_NAME_TAKEN,
                    "slot " + config.replication().slot(),
                    "a slot of that name, " + facts.slot(),
                    "no slot, or this run's own: persistent, pgoutput, of this database",
                    "set source.slot to a name of its own"));
        }
    }

    private void retention(ServerFacts facts, long datasetBytes) {
        long keep = facts.keepMegabytes();
        if (keep >= 0 && keep * 1024 * 1024 < datasetBytes) {
            Finding finding = new Finding(
                    ErrorCode.WAL_RETENTION,
                    place,
                    "max_slot_wal_keep_size = " + keep + " MB, relations of " + (datasetBytes >> 20) + " MB",
                    "room for all that is written while the relations are copied",
                    "raise it, or set it to -1 and watch the disk; a slot that falls behind it is lost with its run");
            findings.add(finding.asWarning());
        }
        if (!facts.idleSlotTimeout().isEmpty()) {
            Finding finding = new Finding(
                    ErrorCode.WAL_RETENTION,
                    place,
                    "idle_replication_slot_timeout = " + facts.idleSlotTimeout(),
                    "a slot that outlives a stop of the job",
                    "set it to 0, or never stop the job for that long");
            findings.add(finding.asWarning());
        }
    }

    private void add(ErrorCode code, String observed, String required, String remedy) {
        findings.add(new Finding(code, place, observed, required, remedy));
    }

    private static String text(int version) {
        return version / 10_000 + "." + version % 10_000;
    }
}
