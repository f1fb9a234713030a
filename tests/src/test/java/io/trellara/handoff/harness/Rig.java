package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.demo.TableComparison;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One run between two fresh databases of a workload's tables: its configuration, its job's processes, its evidence, and
 * the comparison at the end. One thread.
 */
public final class Rig implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    /** Each look is half a dozen queries, which the machine has to answer beside the job. */
    private static final Duration STEP = Duration.ofMillis(50);

    /** What the padding of loaded rows looks like; Flink's ids look the same. */
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{32}");

    private final Places places;
    private final WorkloadPlan plan;
    private final Path folder;
    private final RunKey run;
    private EvidenceReader evidence;
    private final TargetJournal journal;
    private final List<JobProcess> jobs = new ArrayList<>();
    private final Map<String, String> options = new TreeMap<>();

    private Rig(Places places, Path folder, WorkloadPlan plan) throws SQLException {
        this.places = places;
        this.plan = plan;
        this.folder = folder;
        this.run = new RunKey("rig", "tables", UUID.randomUUID().toString().substring(0, 8));
        option("copy.schedule", "copy-then-stream");
        Workload.load(source(), plan);
        SchemaMigrations.migrateEvidence(evidenceStore());
        SchemaMigrations.migrateTarget(target());
        this.journal = TargetJournal.install(target(), plan.tables());
        this.evidence = new JdbcEvidenceStore(evidenceStore(), "handoff test");
    }

    /** Fills the source's tables and makes the target's, with a journal on each. */
    public static Rig create(SideServer source, SideServer target, Path folder, WorkloadPlan plan)
            throws SQLException, IOException {
        return create(Map.of(Side.SOURCE, source, Side.TARGET, target), folder, plan);
    }

    /** The same; without a server for the evidence it is at the target. */
    public static Rig create(Map<Side, ? extends SideServer> servers, Path folder, WorkloadPlan plan)
            throws SQLException, IOException {
        Rig rig = new Rig(Places.create(servers), folder, plan);
        for (Side side : Side.values()) {
            Files.writeString(rig.secret(side), rig.places.of(side).password());
        }
        return rig;
    }

    private Path secret(Side side) {
        return folder.resolve(side.name().toLowerCase(Locale.ROOT) + ".password");
    }

    /** Puts a proxy before a side, for jobs started later; {@code parameters} are the driver's, in the job's URL. */
    public TcpProxy proxy(Side side, String... parameters) throws IOException {
        return places.proxy(side, parameters);
    }

    /** Sets one more option, for jobs started later. */
    public void option(String key, String value) {
        options.put(key, value);
    }

    /** Copies in waves of so many rows beside a running stream, in jobs started later. */
    public void weave(long waveRows) {
        option("copy.schedule", "woven");
        option("copy.wave-rows", Long.toString(waveRows));
    }

    public RunKey run() {
        return run;
    }

    public ConnectionConfig source() {
        return places.of(Side.SOURCE);
    }

    /** Another server is the source now, with the same database: a promoted standby. */
    public void sourceIs(ConnectionConfig server) {
        places.moved(Side.SOURCE, server);
    }

    /** The target, which holds the evidence too where that has no server of its own. */
    public ConnectionConfig target() {
        return places.of(Side.TARGET);
    }

    /** The database that holds the evidence. */
    public ConnectionConfig evidenceStore() {
        return places.of(Side.EVIDENCE);
    }

    public TargetJournal journal() {
        return journal;
    }

    public EvidenceReader evidence() {
        return evidence;
    }

    public List<Relation> relations() {
        return plan.tables().stream().map(WorkloadTable::relation).toList();
    }

    public List<WorkloadTable> tables() {
        return plan.tables();
    }

    /** Rows that each table was loaded with. */
    public long rowsOfATable() {
        return plan.rows();
    }

    /** Writers on the source. */
    public Workload write() {
        return Workload.start(source(), plan);
    }

    /** Writers that go on after an outage of the source. */
    public Workload writePatiently() {
        return Workload.startPatiently(source(), plan);
    }

    /** Starts the job on this machine's checkpoint folder, with more words for {@code run}. */
    public JobProcess start(String... more) throws IOException {
        return startOn("here", more);
    }

    /** Starts the job as on another machine, which has a checkpoint folder of its own. */
    public JobProcess startOn(String machine, String... more) throws IOException {
        JobProcess job = JobProcess.start(config(machine), machine + "-" + jobs.size(), List.of(more));
        jobs.add(job);
        return job;
    }

    /** The configuration file for a machine. */
    public Path config(String machine) throws IOException {
        String relations =
                String.join(", ", relations().stream().map(Relation::toString).toList());
        return Files.writeString(folder.resolve(machine + ".yaml"), """
                run: {source: %s, dataset: %s, id: "%s"}
                source: {url: '%s', username: %s, password: "${file:source.password}", relations: [%s]}
                target: {url: '%s', username: %s, password: "${file:target.password}"}
                evidence: {url: '%s', username: %s, password: "${file:evidence.password}"}
                copy: {chunk-rows: 200, block-size: 8kb}
                stream: {mark-interval: 100ms, lanes: 16}
                local: {parallelism: 2, checkpoint-interval: 300ms, checkpoint-dir: %s}
                %s""".formatted(
                        run.sourceId(),
                        run.datasetId(),
                        run.runId(),
                        places.seen(Side.SOURCE).url(),
                        source().username(),
                        relations,
                        places.seen(Side.TARGET).url(),
                        target().username(),
                        places.seen(Side.EVIDENCE).url(),
                        evidenceStore().username(),
                        machine,
                        moreOptions()));
    }

    private String moreOptions() {
        StringBuilder lines = new StringBuilder();
        options.forEach(
                (key, value) -> lines.append(key).append(": ").append(value).append('\n'));
        return lines.toString();
    }

    /** The run's evidence now; empty before there is any. */
    public Optional<RunFacts> facts() {
        return RunFacts.read(evidence, run);
    }

    /** Reads the evidence until it is as awaited; fails where the job ends first. */
    public RunFacts await(RunningJob job, String awaited, Predicate<RunFacts> reached) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            boolean alive = job.isAlive();
            Optional<RunFacts> facts = facts();
            if (facts.filter(reached).isPresent()) {
                return facts.get();
            }
            if (!alive || System.nanoTime() > deadline) {
                throw new AssertionError("no " + awaited + ": "
                        + facts.map(f -> f.run().toString()).orElse("no run") + "\n" + job);
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Waits until the stream has made everything durable that the source has committed by now. */
    public RunFacts awaitCaughtUp(RunningJob job) throws SQLException {
        Position end = sourceEnd();
        return await(
                job,
                "position that covers " + end,
                facts -> streams(facts)
                        && facts.run().streamPosition().orElseThrow().covers(end));
    }

    public static boolean streams(RunFacts facts) {
        return facts.state() == RunState.STREAMING
                && facts.run().streamPosition().isPresent();
    }

    /** The port that the stream's session at the source comes from: it tells whose process reads it. */
    public int streamPort() throws SQLException {
        try (Connection connection = TestServer.open(source());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT client_port FROM pg_replication_slots"
                        + " JOIN pg_stat_activity ON pid = active_pid WHERE pg_replication_slots.database = current_database()"
                        + " AND NOT temporary")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Reads the evidence over a new connection, after its server was restarted. */
    public void reconnect() {
        evidence.close();
        evidence = new JdbcEvidenceStore(evidenceStore(), "handoff test");
    }

    /** Where the source's log ends on disk. */
    public Position sourceEnd() throws SQLException {
        return SideSql.end(source());
    }

    /** Both sides hold the same rows, and something was written at all. */
    public void requireEqual() throws SQLException {
        ComparisonReport report = new TableComparison(source(), target()).compare(relations());
        assertThat(report.isEqual()).as(report.relations().toString()).isTrue();
        assertThat(report.rows()).isPositive();
    }

    /** R11: neither a secret nor a row's value is in anything that any process printed or logged. */
    public void requireNothingTold() throws SQLException {
        StringBuilder told = new StringBuilder();
        for (JobProcess job : jobs) {
            job.requireNothingButWords();
            told.append(job.output()).append(job.log());
        }
        requireNothingTold(told.toString());
    }

    /** R11, of something that was printed or logged. */
    public void requireNothingTold(String told) throws SQLException {
        Set<String> digests = new TreeSet<>();
        assertThat(told).doesNotContain(source().password()).doesNotContain(target().password());
        DIGEST.matcher(told).results().forEach(found -> digests.add(found.group()));
        for (Relation relation : relations()) {
            assertThat(rowsWith(relation, digests))
                    .as("rows of %s told", relation)
                    .isZero();
        }
    }

    private long rowsWith(Relation relation, Set<String> pads) throws SQLException {
        String list = pads.stream().map(pad -> "'" + pad + "'").collect(Collectors.joining(", ", "('', ", ")"));
        try (Connection connection = TestServer.open(source());
                Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT count(*) FROM " + relation.quoted() + " WHERE pad IN "
                        + (pads.isEmpty() ? "('')" : list))) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        for (JobProcess job : jobs) {
            job.close();
        }
        leaveNoSlot();
        evidence.close();
        places.close();
    }

    /** A server has slots for some runs only, and keeps its log for each; one that is gone has none. */
    private void leaveNoSlot() {
        if (source().kind() == DatabaseKind.MYSQL) {
            return;
        }
        try (Connection session = TestServer.open(source());
                Statement statement = session.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots"
                    + " WHERE database = current_database() AND active");
            statement.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                    + " WHERE database = current_database() AND NOT temporary");
        } catch (SQLException gone) {
            return; // the test is over: nothing more is asked of this source
        }
    }
}
