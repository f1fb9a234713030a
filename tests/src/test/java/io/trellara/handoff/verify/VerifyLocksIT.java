package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R12 of a verification: who waits behind its locks waits for source.ddl-wait, and not for its end. */
final class VerifyLocksIT {
    private static final List<WorkloadTable> TABLES =
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words"));
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    /** Both sides together have 20 000 rows: more than a minute. */
    private static final VerifyOptions SLOW = new VerifyOptions(1, 2, 250, Duration.ofMinutes(1), 0, false);

    private static final VerifyOptions QUICK = new VerifyOptions(1, 2, 0, Duration.ofMinutes(1), 0, false);

    private static final String POSTGRES_DDL = "BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE; COMMIT";
    private static final String MYSQL_DDL = "ALTER TABLE numbers COMMENT = 'later'";

    @TempDir
    private Path folder;

    @Test
    void whatWaitsBehindAVerificationAtAPostgresEndsIt_andWithoutTheWatchItWaits() throws Exception {
        try (SeamServers servers = SeamServers.start(PostgresVersion.V17)) {
            ddlIsLetThrough(servers, POSTGRES_DDL);
        }
    }

    @Test
    void whatWaitsBehindAVerificationAtAMysqlEndsIt_andWithoutTheWatchItWaits() throws Exception {
        try (SeamServers servers =
                SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V9_7), Servers.target(PostgresVersion.V17))) {
            ddlIsLetThrough(servers, MYSQL_DDL);
        }
    }

    private void ddlIsLetThrough(SeamServers servers, String ddl) throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, 5_000, 3));
        pair.config(folder, RELATIONS, 200);
        JobConfig config = JobConfig.readYaml(
                Files.writeString(folder.resolve("handoff.yaml"), "source.ddl-wait: 1s\n", StandardOpenOption.APPEND));
        try (RunUnderTest run = RunUnderTest.start(config);
                VerifyUnderTest blind = VerifyUnderTest.of(config).source(VerifyLocksIT::blind);
                VerifyUnderTest standing = VerifyUnderTest.of(config).source(source -> logStands(source, pair));
                VerifyUnderTest verify = VerifyUnderTest.of(config)) {
            run.awaitState(RunState.STREAMING);
            UnderWay watched = UnderWay.start(verify, SLOW);
            change(pair, ddl).get(15, TimeUnit.SECONDS);
            assertGivesWay(watched);
            assertThat(verify.recorded().get(0).verdict()).isEqualTo(Verdict.FAILED);
            UnderWay atTheLog = UnderWay.start(standing, QUICK);
            change(pair, ddl).get(15, TimeUnit.SECONDS);
            assertGivesWay(atTheLog);
            assertThat(run.await("the evidence", facts -> true).state()).isEqualTo(RunState.STREAMING);

            UnderWay unwatched = UnderWay.start(blind, SLOW);
            CompletableFuture<Void> waiting = change(pair, ddl);
            assertThatThrownBy(() -> waiting.get(15, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(unwatched.outcome()).isNotDone();
            unwatched.thread().interrupt();
            waiting.get(15, TimeUnit.SECONDS);
            run.stop();
        }
    }

    private static void assertGivesWay(UnderWay verification) {
        assertThatThrownBy(() -> verification.outcome().get(15, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DDL_WAITING));
    }

    /** Everything is read, and its locks are held until the log has come to its end, which it does not. */
    private static Dialect logStands(Dialect source, SeamServers.Pair pair) {
        return VerifyUnderTest.viewed(
                source,
                view -> VerifyUnderTest.instead(ComparedView.class, view, "changes", contract -> {
                    TestServer.execute(pair.source(), "UPDATE numbers SET version = version + 1 WHERE id = 10");
                    ChangeStream changes = view.changes(VerifyUnderTest.contract(contract[0]));
                    return VerifyUnderTest.instead(ChangeStream.class, changes, "poll", arguments -> {
                        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                        return 0;
                    });
                }));
    }

    /** The rule taken away: a view that sees nobody wait. */
    private static Dialect blind(Dialect source) {
        return VerifyUnderTest.viewed(
                source,
                view -> VerifyUnderTest.instead(ComparedView.class, view, "blockedSession", a -> Optional.empty()));
    }

    private static CompletableFuture<Void> change(SeamServers.Pair pair, String ddl) {
        return CompletableFuture.runAsync(() -> {
            try {
                TestServer.execute(pair.source(), ddl);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** A verification that has read something, and has much to read yet. */
    private record UnderWay(Thread thread, CompletableFuture<VerificationOutcome> outcome) {
        static UnderWay start(VerifyUnderTest verify, VerifyOptions options) throws InterruptedException {
            CountDownLatch reading = new CountDownLatch(1);
            CompletableFuture<VerificationOutcome> outcome = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    outcome.complete(verify.verify(options, new VerifyUnderTest.Nobody() {
                        @Override
                        public void compared(long rows) {
                            reading.countDown();
                        }
                    }));
                } catch (RuntimeException e) {
                    outcome.completeExceptionally(e);
                }
            });
            thread.start();
            assertThat(reading.await(1, TimeUnit.MINUTES)).isTrue();
            return new UnderWay(thread, outcome);
        }
    }
}
