package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.metrics.FlinkMetrics;
import io.trellara.handoff.metrics.HandoffMetrics;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a run in this process, asked for over HTTP while it copies and streams. */
final class MetricsIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final int ROWS = 20_000;
    private static final Pattern RESTARTED = Pattern.compile("numRestarts\\{[^}]*\\} [1-9]");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void startServers() {
        servers = SeamServers.start(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    private static JobConfig serving(JobConfig config, int port) {
        LocalConfig local = config.local();
        return new JobConfig(
                config.source(),
                config.sink(),
                new LocalConfig(
                        local.parallelism(),
                        local.checkpointInterval(),
                        local.checkpointFolder(),
                        local.restarts(),
                        local.networkMemoryBytes(),
                        Optional.of(InetSocketAddress.createUnresolved("127.0.0.1", port))),
                config.shown());
    }

    private SeamServers.Pair loaded() throws SQLException {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan());
        return pair;
    }

    private static WorkloadPlan plan() {
        return new WorkloadPlan(List.of(NUMBERS), ROWS, 2, Duration.ZERO, Duration.ofMillis(20), 1);
    }

    private HttpResponse<String> get(URI address) {
        try {
            return http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Scrape scrape(RunUnderTest run) {
        HttpResponse<String> answer = get(run.metrics());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
        return new Scrape(answer.body());
    }

    /** One answer. */
    private record Scrape(String body) {
        private static final Pattern LINE = Pattern.compile("(?m)^(flink_\\w+)\\{([^}]*)\\} (-?\\d+)$");

        Set<String> names() {
            return LINE.matcher(body).results().map(line -> line.group(1)).collect(Collectors.toSet());
        }

        List<Long> all(HandoffMetrics metric) {
            List<Long> values = LINE.matcher(body)
                    .results()
                    .filter(line -> line.group(1).equals(metric.prometheusName()))
                    .map(line -> Long.valueOf(line.group(3)))
                    .toList();
            assertThat(values).as(metric.metric()).isNotEmpty();
            return values;
        }

        long sum(HandoffMetrics metric) {
            return all(metric).stream().mapToLong(Long::longValue).sum();
        }
    }

    private static void await(String awaited, BooleanSupplier reached) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).as("no %s", awaited).isLessThan(deadline);
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    @Test
    void everyMetricIsThereWhileARunCopiesAndStreams_andSaysWhatTheEvidenceSays() throws Exception {
        SeamServers.Pair pair = loaded();
        JobConfig config = serving(pair.config(folder, List.of(NUMBERS.relation()), 500), 0);
        try (Workload workload = Workload.start(pair.source(), plan());
                RunUnderTest run = RunUnderTest.start(config)) {
            run.await("a run", facts -> facts.chunksTotal() > 0);
            await("rows", () -> scrape(run).sum(HandoffMetrics.ROWS_COPIED) > 0);
            Scrape copying = scrape(run);
            assertThat(copying.names())
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Arrays.stream(HandoffMetrics.values()).map(HandoffMetrics::prometheusName),
                                    Arrays.stream(FlinkMetrics.values()).map(FlinkMetrics::prometheusName))
                            .toList());
            assertThat(copying.all(HandoffMetrics.ROWS_COPIED))
                    .as("one a reader")
                    .hasSize(2);
            assertThat(copying.body()).contains("job_name=\"handoff tests/seam/", "operator_name=");

            run.awaitState(RunState.STREAMING);
            long atHandoff = workload.changes();
            run.await("changes after the handoff", facts -> workload.changes() > atHandoff + 100);
            workload.stop();
            RunFacts facts = run.awaitCaughtUp();
            requireLike(run, facts);
        }
    }

    private void requireLike(RunUnderTest run, RunFacts facts) {
        await("lag that returns to nothing", () -> scrape(run).sum(HandoffMetrics.DURABLE_LAG_MILLIS) == 0);
        await("the state", () -> scrape(run).sum(HandoffMetrics.RUN_STATE) == 6);
        Scrape last = scrape(run);
        long rows = facts.copiedRows();
        assertThat(last.sum(HandoffMetrics.ROWS_COPIED)).isEqualTo(rows);
        assertThat(last.sum(HandoffMetrics.ROWS_APPLIED)).isEqualTo(rows);
        assertThat(last.sum(HandoffMetrics.ROWS_DURABLE)).isEqualTo(rows);
        assertThat(last.sum(HandoffMetrics.ROWS_EXPECTED)).isEqualTo(rows);
        assertThat(last.sum(HandoffMetrics.BYTES_COPIED)).isEqualTo(facts.copiedBytes());
        assertThat(last.sum(HandoffMetrics.CHUNKS_COPIED)).isEqualTo(facts.chunksTotal());
        assertThat(last.sum(HandoffMetrics.CHUNKS_TOTAL)).isEqualTo(facts.chunksTotal());
        assertThat(last.sum(HandoffMetrics.COPY_LEFT)).isZero();
        assertThat(last.sum(HandoffMetrics.VIEW_AGE)).isZero();
        assertThat(last.sum(HandoffMetrics.WAVES_LOST)).isZero();
        assertThat(last.sum(HandoffMetrics.GENERATION)).isEqualTo(1);
        assertThat(last.sum(HandoffMetrics.CHANGES_FORWARDED))
                .isEqualTo(facts.run().changes().forwarded())
                .isPositive();
        assertThat(last.sum(HandoffMetrics.CHANGES_APPLIED)).isEqualTo(last.sum(HandoffMetrics.CHANGES_FORWARDED));
        assertThat(last.sum(HandoffMetrics.CHANGES_SUPPRESSED))
                .isEqualTo(facts.run().changes().suppressed());
        assertThat(last.sum(HandoffMetrics.CHANGES_REPLAYED)).isZero();
        assertThat(last.sum(HandoffMetrics.FLUSHES)).isPositive();
        assertThat(last.sum(HandoffMetrics.STREAM_LAG_BYTES)).isLessThan(1 << 20);
        assertThat(last.sum(HandoffMetrics.CHECKPOINT_AGE)).isBetween(0L, 60_000L);
        assertThat(last.sum(HandoffMetrics.RETAINED_LOG_BYTES)).isNotNegative();
    }

    /** Flink makes the coordinator anew in the same metric group; registered again, its gauges would be refused. */
    @Test
    void aCoordinatorThatIsMadeAnewInTheSameProcessIsTheOneThatIsShown() throws Exception {
        SeamServers.Pair pair = loaded();
        try (TcpProxy proxy = TcpProxy.before(pair.target());
                JdbcEvidenceStore evidence = new JdbcEvidenceStore(pair.target(), "handoff test")) {
            SeamServers.Pair seen = new SeamServers.Pair(pair.source(), proxy.to(pair.target()));
            JobConfig config = serving(seen.config(folder, List.of(NUMBERS.relation()), 5_000), 0);
            try (RunUnderTest run = RunUnderTest.start(config)) {
                run.awaitState(RunState.STREAMING);
                assertThat(scrape(run).sum(HandoffMetrics.GENERATION)).isEqualTo(1);
                proxy.away();
                await("a restart", () -> RESTARTED.matcher(scrape(run).body()).find());
                proxy.flow();
                RunKey key = config.source().run();
                await(
                        "another coordinator",
                        () -> evidence.run(key).orElseThrow().fence() > 1);
                await("its generation", () -> scrape(run).sum(HandoffMetrics.GENERATION) >= 2);
                await("its run", () -> scrape(run).sum(HandoffMetrics.RUN_STATE) == 6);
                assertThat(scrape(run).sum(HandoffMetrics.ROWS_DURABLE)).isEqualTo(ROWS);
            }
        }
    }

    @Test
    void servesNothingElse_andEndsWithTheRun() throws Exception {
        SeamServers.Pair pair = loaded();
        JobConfig config = serving(pair.config(folder, List.of(NUMBERS.relation()), 5_000), 0);
        URI address;
        try (RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            address = run.metrics();
            assertThat(InetAddress.getByName(address.getHost()).isLoopbackAddress())
                    .isTrue();
            assertThat(get(address.resolve("/")).statusCode()).isEqualTo(404);
            HttpRequest post = HttpRequest.newBuilder(address)
                    .POST(HttpRequest.BodyPublishers.ofString("x"))
                    .build();
            assertThat(http.send(post, HttpResponse.BodyHandlers.discarding()).statusCode())
                    .isEqualTo(405);
            run.stop();
        }
        assertThatThrownBy(() ->
                        http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aPortThatIsTakenRefusesTheRunInWords() throws Exception {
        SeamServers.Pair pair = loaded();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunUnderTest run = RunUnderTest.start(
                        serving(pair.config(folder, List.of(NUMBERS.relation()), 5_000), taken.getLocalPort()))) {
            assertThatThrownBy(run::stop)
                    .hasRootCauseInstanceOf(HandoffException.class)
                    .rootCause()
                    .hasMessageContaining("CONFIG_INVALID")
                    .hasMessageContaining("local.metrics-port");
        }
    }
}
