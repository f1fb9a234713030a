package io.trellara.handoff.config;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every key that the source and its coordinator read. */
public final class SourceOptions {
    public static final Option<String> RUN_SOURCE = Option.required(
            "run.source",
            OptionType.name(),
            "shop",
            "Name of the source server, of your choice. With run.dataset and run.id it keys all evidence.");
    public static final Option<String> RUN_DATASET = Option.required(
            "run.dataset", OptionType.name(), "orders", "Name of the list of relations that are handed off together.");
    public static final Option<String> RUN_ID = Option.of(
            "run.id",
            OptionType.name(),
            "1",
            "Name of this attempt. A new id is a new run with a slot of its own; the same id resumes.");

    public static final Option<String> URL = Option.required(
            "source.url",
            OptionType.url(),
            "jdbc:postgresql://localhost:5432/shop",
            "The source database: jdbc:postgresql://… or jdbc:mysql://…. Use a direct connection, no pooler or proxy.");
    public static final Option<String> USERNAME = Option.required(
            "source.username",
            OptionType.text(),
            "handoff",
            "A user with REPLICATION, and SELECT on the relations; on MySQL with REPLICATION SLAVE, REPLICATION"
                    + " CLIENT, and SELECT and LOCK TABLES on them.");
    public static final Option<String> PASSWORD = Option.of(
                    "source.password",
                    OptionType.text(),
                    "",
                    "Its password; write ${env:NAME} or ${file:PATH} rather than the password itself.")
            .asSecret();
    public static final Option<List<Relation>> RELATIONS = Option.required(
            "source.relations",
            OptionType.relations(),
            "public.orders, public.customers",
            "The dataset. A partitioned table is named by its parent. Fixed for a run.");
    public static final Option<String> SLOT = Option.derived(
            "source.slot",
            OptionType.identifier(),
            "handoff_ and the run's key",
            "PostgreSQL: the run's logical replication slot. It retains the source's log until the run is resumed or abandoned.");
    public static final Option<String> PUBLICATION = Option.derived(
            "source.publication",
            OptionType.identifier(),
            "the slot's name",
            "PostgreSQL: the publication that the run streams; it must cover the relations with all operations, unfiltered.");
    public static final Option<Boolean> PUBLICATION_CREATE = Option.of(
            "source.publication-create",
            OptionType.bool(),
            "true",
            "PostgreSQL: whether a missing publication may be created. It is the only thing besides the slot that is ever written"
                    + " to the source; the user must own the relations.");
    public static final Option<Boolean> FAILOVER_SLOT = Option.of(
            "source.failover-slot",
            OptionType.bool(),
            "false",
            "PostgreSQL 17 and later: creates the slot with FAILOVER, so that it is synchronised to standbys.");
    public static final Option<Duration> VIEW_TIMEOUT = Option.of(
            "source.view-timeout",
            OptionType.duration("1s", "24h"),
            "10m",
            "A consistent view must open and settle within this. Opening waits for every write transaction that was"
                    + " open when it began; status names the one it waits for.");
    public static final Option<Duration> DDL_WAIT = Option.of(
            "source.ddl-wait",
            OptionType.duration("1s", "1h"),
            "30s",
            "When a session (an ALTER TABLE, say) has queued behind the copy's locks for this long, the view is given"
                    + " up and the remaining chunks are read in a new one.");
    public static final Option<LockStrategy> LOCK_STRATEGY = Option.of(
            "source.lock-strategy",
            OptionType.choice(LockStrategy.class),
            "lock-tables",
            "MySQL: how writers are kept out for the moment in which a view is opened. lock-tables lets them pass while"
                    + " it waits; flush-tables makes them queue, for writers that always overlap, and needs FLUSH_TABLES"
                    + " or RELOAD.");
    public static final Option<Duration> LOCK_WAIT = Option.of(
            "source.lock-wait",
            OptionType.duration("1s", "1h"),
            "2s",
            "MySQL: one attempt waits this long for those locks, then pauses and tries again until source.view-timeout."
                    + " With flush-tables writers stand for at most this long.");

    public static final Option<String> EVIDENCE_URL = Option.derived(
            "evidence.url", OptionType.url(), "target.url", "The database that holds the evidence, schema trellara.");
    public static final Option<String> EVIDENCE_USERNAME = Option.derived(
            "evidence.username", OptionType.text(), "target.username", "Its user; owns the schema trellara.");
    public static final Option<String> EVIDENCE_PASSWORD = Option.derived(
                    "evidence.password", OptionType.text(), "target.password", "Its password.")
            .asSecret();

    public static final Option<Schedule> SCHEDULE = Option.derived(
            "copy.schedule",
            OptionType.choice(Schedule.class),
            "copy-then-stream for PostgreSQL, woven for MySQL",
            "copy-then-stream copies everything in one view before the stream begins. woven copies in waves while the"
                    + " stream runs, so that retained log and lag stay bounded by a wave. Fixed for a run.");
    public static final Option<Long> WAVE_ROWS = Option.of(
            "copy.wave-rows",
            OptionType.count(1, 1_000_000_000_000L),
            "5000000",
            "Rows that a wave of a woven copy should hold, in whole chunks. A relation whose keys the gate cannot"
                    + " compare (PostgreSQL's collated text) is always copied within one wave.");
    public static final Option<Duration> WAVE_DURATION = Option.of(
            "copy.wave-duration",
            OptionType.duration("1s", "24h"),
            "2m",
            "After this long no more chunks are begun in a wave of a woven copy; what is left goes into the next one."
                    + " Several checkpoint intervals at least: a wave ends with a checkpoint.");
    public static final Option<Long> CHUNK_ROWS = Option.of(
            "copy.chunk-rows",
            OptionType.count(1, 1_000_000_000),
            "500000",
            "Rows that a chunk should hold. A chunk is what is read again after a failure; each is an evidence row.");
    public static final Option<Long> BLOCK_SIZE = Option.of(
            "copy.block-size",
            OptionType.size("4kb", "16mb"),
            "64kb",
            "Bytes from which a block of rows is sent to the sink. A few are in flight for each reader.");
    public static final Option<Long> LANES = Option.of(
            "stream.lanes",
            OptionType.count(1, 32_768),
            "128",
            "Lanes that keep the order of changes by key; also the most sink subtasks. Fixed for a run.");
    public static final Option<Duration> MARK_INTERVAL = Option.of(
            "stream.mark-interval",
            OptionType.duration("10ms", "1m"),
            "1s",
            "How often the sink is told the stream's position, and so how far acknowledgement lags at least.");
    public static final Option<Duration> CHECKPOINT_OVERDUE = Option.of(
            "limits.checkpoint-overdue",
            OptionType.duration("10s", "24h"),
            "10m",
            "Halts the run when no checkpoint has completed for this long: without one nothing becomes durable.");

    private SourceOptions() {}

    /** All of them, in the order of the reference. */
    public static List<Option<?>> all() {
        return List.of(
                RUN_SOURCE,
                RUN_DATASET,
                RUN_ID,
                URL,
                USERNAME,
                PASSWORD,
                RELATIONS,
                SLOT,
                PUBLICATION,
                PUBLICATION_CREATE,
                FAILOVER_SLOT,
                VIEW_TIMEOUT,
                DDL_WAIT,
                LOCK_STRATEGY,
                LOCK_WAIT,
                EVIDENCE_URL,
                EVIDENCE_USERNAME,
                EVIDENCE_PASSWORD,
                SCHEDULE,
                WAVE_ROWS,
                WAVE_DURATION,
                CHUNK_ROWS,
                BLOCK_SIZE,
                LANES,
                MARK_INTERVAL,
                CHECKPOINT_OVERDUE);
    }

    /**
     * The source's configuration out of checked values.
     *
     * @param evidenceFallback the evidence store where none is configured
     * @param replaceExisting whether target tables may hold rows that first attempts must upsert over
     */
    public static SourceConfig config(OptionValues values, ConnectionConfig evidenceFallback, boolean replaceExisting) {
        RunKey run = new RunKey(values.get(RUN_SOURCE), values.get(RUN_DATASET), values.get(RUN_ID));
        ConnectionConfig source = new ConnectionConfig(values.get(URL), values.get(USERNAME), values.get(PASSWORD));
        if (source.kind() == DatabaseKind.MYSQL) {
            refuseSlotOptions(values);
        }
        String slot = source.kind() == DatabaseKind.MYSQL
                ? SourceConfig.NO_SLOT
                : values.find(SLOT).orElseGet(() -> DerivedName.of(run));
        return new SourceConfig(
                run,
                source,
                new ConnectionConfig(
                        values.find(EVIDENCE_URL).orElse(evidenceFallback.url()),
                        values.find(EVIDENCE_USERNAME).orElse(evidenceFallback.username()),
                        values.find(EVIDENCE_PASSWORD).orElse(evidenceFallback.password())),
                values.get(RELATIONS),
                new SourceConfig.Replication(
                        slot,
                        values.find(PUBLICATION).orElse(slot),
                        values.get(PUBLICATION_CREATE),
                        values.get(FAILOVER_SLOT)),
                new SourceConfig.Copy(
                        values.get(CHUNK_ROWS),
                        Math.toIntExact(values.get(BLOCK_SIZE)),
                        replaceExisting,
                        new SourceConfig.Waves(
                                schedule(values),
                                values.get(WAVE_ROWS),
                                values.get(WAVE_DURATION).toMillis())),
                new SourceConfig.Stream(
                        Math.toIntExact(values.get(LANES)),
                        values.get(MARK_INTERVAL).toMillis()),
                new SourceConfig.Limits(
                        values.get(VIEW_TIMEOUT).toMillis(),
                        values.get(DDL_WAIT).toMillis(),
                        values.get(CHECKPOINT_OVERDUE).toMillis(),
                        new SourceConfig.Locks(
                                values.get(LOCK_STRATEGY), values.get(LOCK_WAIT).toMillis())));
    }

    /** The configured schedule, else the one that is usual for the kind of source (design §4). */
    public static Schedule schedule(OptionValues values) {
        boolean mysql = DatabaseKind.of(values.get(URL)).equals(Optional.of(DatabaseKind.MYSQL));
        return values.find(SCHEDULE).orElse(mysql ? Schedule.WOVEN : Schedule.COPY_THEN_STREAM);
    }

    private static void refuseSlotOptions(OptionValues values) {
        List<Finding> findings = new ArrayList<>();
        values.find(SLOT).ifPresent(given -> findings.add(noSlot(SLOT)));
        values.find(PUBLICATION).ifPresent(given -> findings.add(noSlot(PUBLICATION)));
        if (values.get(FAILOVER_SLOT)) {
            findings.add(noSlot(FAILOVER_SLOT));
        }
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
    }

    private static Finding noSlot(Option<?> option) {
        return new Finding(
                ErrorCode.CONFIG_INVALID,
                option.key(),
                "set for a MySQL source",
                "nothing: MySQL has neither slots nor publications, it keeps its binary log by age",
                "leave " + option.key() + " out");
    }
}
