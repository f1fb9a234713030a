package io.trellara.handoff.demo;

import static io.trellara.handoff.demo.DemoText.count;
import static io.trellara.handoff.demo.DemoText.perSecond;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.EndHook;
import io.trellara.handoff.model.Position;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The demo: a shop is handed off to another server under writers that never pause. The job runs in a process of its
 * own, is killed in mid-copy and again while it streams, and resumes both times. When the writers have stopped and the
 * stream has caught up, every row of both sides is compared.
 */
public final class Demo {
    private static final double KILL_FROM = 0.30;
    private static final Duration SLOWEST_START = Duration.ofMinutes(2);
    private static final Duration INTERRUPT_LIMIT = Duration.ofMillis(500);
    private static final long SLOWEST_ROWS_PER_SECOND = 5_000;

    private final DemoOptions options;
    private final DemoJvm jvm;
    private final DemoScreen screen;
    private final ShopDataset dataset;

    /** @param mainClass the command line's main class, which the child JVM starts */
    public Demo(DemoOptions options, String mainClass, PrintStream out) {
        this.options = options;
        this.jvm = new DemoJvm(mainClass, options.folder().resolve("job.log"));
        this.screen = new DemoScreen(out, options.terminal());
        this.dataset = new ShopDataset(options.sides().form(), options.sizes());
    }

    /** Plays it; returns 0, or the exit status of DEMO_DIFFERENCE when the two sides differ. */
    public int play() throws IOException, SQLException {
        CountDownLatch interrupted = new CountDownLatch(1);
        EndHook hook = EndHook.on("demo-interrupted", () -> interrupted(interrupted));
        try {
            return handOffTheShop();
        } catch (IOException | SQLException | RuntimeException e) {
            // Ctrl-C ends the servers too, so that what runs here fails; the user need not hear of that.
            if (isInterrupted(interrupted)) {
                return ErrorCode.TOOL_INTERRUPTED.kind().exitCode();
            }
            throw e;
        } finally {
            hook.close();
        }
    }

    private int handOffTheShop() throws IOException, SQLException {
        try (DemoServers servers = startServers();
                EvidenceReader evidence = new JdbcEvidenceStore(servers.targetDatabase(), "trellara-handoff demo")) {
            Path config = DemoConfig.write(options, servers, dataset.relations());
            try (ShopWriters writers = ShopWriters.start(
                    servers.sourceDatabase(),
                    dataset,
                    WriterPlan.of(options.writers(), options.seed(), options.perSecond()))) {
                screen.event(options.writers() + " writers are at work, and stay at it until the end");
                return handOff(servers, evidence, config, writers);
            }
        }
    }

    private void interrupted(CountDownLatch interrupted) {
        interrupted.countDown();
        screen.event("interrupted: the job, the writers and both servers end now, and the servers' data with them");
    }

    private static boolean isInterrupted(CountDownLatch interrupted) {
        try {
            return interrupted.await(INTERRUPT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Starts and fills the servers and keeps them until they are stopped, by Ctrl-C say. */
    public int keepServers() throws IOException, SQLException {
        try (DemoServers servers = startServers()) {
            Path config = DemoConfig.write(options, servers, dataset.relations());
            screen.line("");
            screen.line("  ./handoff run --local --config " + config);
            screen.line("  passwords of " + servers.source().job().username() + ": " + options.folder()
                    + "/{source,target}.password");
            screen.line("  Ctrl-C ends both servers and removes their data");
            servers.awaitEnd();
            return 0;
        }
    }

    private DemoServers startServers() throws SQLException {
        screen.event("starting two servers, and filling one …");
        DemoServers servers = DemoServers.start(options.sides(), dataset);
        screen.event("source " + described(servers.source()) + ", target " + described(servers.target()) + ": "
                + count(options.sizes().total()) + " rows in "
                + dataset.relations().size() + " relations");
        return servers;
    }

    private static String described(DemoServer server) {
        return server.title() + " at " + server.administrator().url();
    }

    private int handOff(DemoServers servers, EvidenceReader evidence, Path config, ShopWriters writers)
            throws IOException, SQLException {
        double start = screen.secondsSinceStart();
        Duration limit = SLOWEST_START.plusSeconds(options.rows() / SLOWEST_ROWS_PER_SECOND);
        DemoWatch watch = new DemoWatch(evidence, screen, limit);
        Interrupted first = copyUntilKilled(watch, config);
        double copying = first.seconds() + copyAndStreamUntilKilled(watch, config, first.waves());
        try (DemoJob job = startJob(config, "resumes from its checkpoint, the evidence and the ledger")) {
            Position before = DemoFacts.position(watch.await(job, "the stream to go on", DemoFacts::streams));
            watch.await(job, "the stream to move", facts -> DemoFacts.streamedBeyond(facts, before));
            int verified = say("verify", "--config", config.toString());
            writers.stop();
            double writing = screen.secondsSinceStart() - start;
            screen.event("the writers have stopped: " + DemoText.writers(writers.counts()));
            Position end = servers.sourceEnd();
            RunFacts done = watch.await(
                    job,
                    "a durable stream position at " + DemoText.position(end),
                    facts -> DemoFacts.streamedTo(facts, end));
            double caughtUp = screen.secondsSinceStart() - start - writing;
            screen.event("the stream has caught up: position " + DemoText.position(DemoFacts.position(done))
                    + " covers the source's end " + DemoText.position(end));
            if (verified == ErrorCode.VERIFY_INCONCLUSIVE.kind().exitCode()) {
                verified = say("verify", "--config", config.toString()); // some rows were written to in every round
            }
            ComparisonReport compared = new TableComparison(servers.sourceDatabase(), servers.targetDatabase())
                    .compare(dataset.relations());
            job.stop();
            screen.event("the job was stopped; both sides compared, every row of every relation");
            screen.line("");
            screen.lines(new DemoReport(evidence).lines(DemoConfig.RUN));
            screen.lines(figures(done, writers.counts(), copying, writing, caughtUp));
            DemoVerdict verdict = new DemoVerdict(compared);
            screen.lines(verdict.lines());
            int proven = prove(config);
            screen.event(verdict.lastLine());
            return IntStream.of(verdict.exitStatus(), verified, proven)
                    .filter(status -> status != 0)
                    .findFirst()
                    .orElse(0);
        }
    }

    /** What can be handed to somebody who was not there. */
    private int prove(Path config) throws IOException {
        String file = config.toString();
        String bundle = options.folder().resolve("proof.zip").toString();
        int report = say(
                "report",
                "--config",
                file,
                "--out",
                options.folder().resolve("report.html").toString());
        int proof = sayLast(2, "proof", "--config", file, "--out", bundle);
        return report != 0 ? report : proof != 0 ? proof : sayLast(1, "proof", "--check", bundle);
    }

    /** Runs a command as a user would, and shows what it says. */
    private int say(String... command) throws IOException {
        return sayLast(Integer.MAX_VALUE, command);
    }

    /** The same; where all is well only so many lines from the end. */
    private int sayLast(int most, String... command) throws IOException {
        screen.event("handoff " + String.join(" ", command));
        DemoJvm.Said said = jvm.run(command);
        int left = said.status() == 0 ? Math.max(0, said.lines().size() - most) : 0;
        said.lines().stream().skip(left).forEach(line -> screen.line("    " + line));
        return said.status();
    }

    /** A copy that was killed: how long it took until then, and in how many waves. */
    private record Interrupted(double seconds, int waves) {}

    private Interrupted copyUntilKilled(DemoWatch watch, Path config) throws IOException {
        try (DemoJob job = startJob(config, "starts")) {
            watch.await(job, "the copy to begin", DemoFacts::copies);
            double from = screen.secondsSinceStart();
            RunFacts facts = watch.await(
                    job, "a third of the chunks to be copied", seen -> DemoFacts.copiedShare(seen) >= KILL_FROM);
            job.kill();
            if (facts.state() != RunState.COPYING_TABLE) {
                throw DemoFailure.tooLate("a copy to interrupt", "the copy was over: " + DemoText.progress(facts));
            }
            screen.event("SIGKILL in mid-copy: " + DemoText.chunks(facts) + ", " + count(facts.copiedRows())
                    + " rows; the writers go on");
            return new Interrupted(
                    screen.secondsSinceStart() - from, facts.waves().size());
        }
    }

    private double copyAndStreamUntilKilled(DemoWatch watch, Path config, int waves) throws IOException {
        try (DemoJob job = startJob(config, "resumes the copy where it was")) {
            watch.await(
                    job,
                    "a new wave for the chunks that are left",
                    facts -> facts.waves().size() > waves);
            double from = screen.secondsSinceStart();
            RunFacts copied = watch.await(job, "the copy to be complete", DemoFacts::copyIsComplete);
            double copying = screen.secondsSinceStart() - from;
            screen.event("copied: " + DemoText.chunks(copied) + ", " + count(copied.copiedRows()) + " rows");
            Position first = DemoFacts.position(watch.await(job, "the handoff and the stream", DemoFacts::streams));
            screen.event("handed off; streaming from " + DemoText.position(DemoFacts.boundary(copied)));
            RunFacts facts = watch.await(job, "the stream to move on", seen -> DemoFacts.streamedBeyond(seen, first));
            job.kill();
            screen.event("SIGKILL while streaming, at position " + DemoText.position(DemoFacts.position(facts))
                    + "; the writers go on");
            return copying;
        }
    }

    private DemoJob startJob(Path config, String does) throws IOException {
        DemoJob job = DemoJob.start(jvm, config, DemoConfig.output(options));
        screen.event("the job " + does + " (process " + job.pid() + "): handoff run --local --config " + config);
        return job;
    }

    private static List<String> figures(
            RunFacts facts, WriterCounts counts, double copying, double writing, double caughtUp) {
        return List.of(
                "  copied    " + count(facts.copiedRows()) + " rows in " + seconds(copying) + ": "
                        + perSecond(facts.copiedRows(), copying),
                "  written   " + count(counts.rows()) + " row changes in " + seconds(writing) + ": "
                        + perSecond(counts.rows(), writing) + ", two outages of the job included",
                "  caught up " + seconds(caughtUp) + " after the last one",
                "  streamed  " + count(facts.run().changes().forwarded()) + " changes forwarded, "
                        + count(facts.run().changes().suppressed()) + " suppressed, "
                        + count(facts.run().changes().replayed()) + " of the forwarded replayed");
    }

    private static String seconds(double time) {
        return String.format(Locale.ROOT, "%.1f s", time);
    }
}
