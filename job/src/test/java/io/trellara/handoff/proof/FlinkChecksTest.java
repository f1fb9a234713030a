package io.trellara.handoff.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.proof.CheckItem.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a cluster's REST endpoint says of a run's job. */
final class FlinkChecksTest {
    private static final RunKey RUN = new RunKey("shop", "orders", "run-1");
    private static final Instant NOW = Instant.ofEpochMilli(1_000_000);

    private final Map<String, String> answers = new TreeMap<>();

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String answer = answers.get(exchange.getRequestURI().getPath());
            byte[] body = String.valueOf(answer).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private List<CheckItem> check() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return new FlinkChecks(new FlinkRest(address)::get, RUN, Duration.ofMinutes(10), NOW).check();
    }

    private void jobs(String... states) {
        StringBuilder jobs =
                new StringBuilder("{\"jobs\":[{\"jid\":\"ff\",\"name\":\"another\",\"state\":\"RUNNING\"}");
        for (String state : states) {
            jobs.append(",{\"jid\":\"aa\",\"name\":\"handoff shop/orders/run-1\",\"state\":\"" + state + "\"}");
        }
        answers.put("/jobs/overview", jobs + "]}");
    }

    private void checkpoints(long completed, long at, long failed) {
        answers.put("/jobs/aa/checkpoints", """
                {"counts": {"failed": 3}, "latest": {"completed": {"id": %d, "latest_ack_timestamp": %d},
                 "failed": {"id": %d}}}""".formatted(completed, at, failed));
    }

    @Test
    void aRunningJobWithAFreshCheckpointIsVerified() {
        jobs("FINISHED", "RUNNING");
        checkpoints(12, NOW.toEpochMilli() - 5_000, 7);
        assertThat(check()).extracting(CheckItem::status).containsExactly(Status.VERIFIED, Status.VERIFIED);
        assertThat(check().get(1).observed()).isEqualTo("checkpoint 12, 5s old, 3 failed");
    }

    @Test
    void anOldCheckpointOrAFailedOneSinceIsARisk() {
        jobs("RUNNING");
        checkpoints(12, NOW.toEpochMilli() - 700_000, 7);
        assertThat(check().get(1).status()).isEqualTo(Status.AT_RISK);
        checkpoints(12, NOW.toEpochMilli() - 5_000, 13);
        assertThat(check().get(1).status()).isEqualTo(Status.AT_RISK);
        answers.put("/jobs/aa/checkpoints", "{\"counts\":{\"failed\":2},\"latest\":{\"completed\":null}}");
        assertThat(check().get(1).observed()).contains("none has completed");
        answers.remove("/jobs/aa/checkpoints");
        assertThat(check().get(1).status()).isEqualTo(Status.MISSING_EVIDENCE);
    }

    @Test
    void noJobATwoFoldJobOrAStoppedOneIsARisk() {
        jobs();
        assertThat(check()).extracting(CheckItem::status).containsExactly(Status.AT_RISK);
        jobs("FAILED");
        assertThat(check().get(0).observed()).contains("FAILED");
        jobs("RUNNING", "RUNNING");
        assertThat(check().get(0).recommendation()).contains("stop all but one");
    }

    @Test
    void whatDoesNotAnswerAsFlinkIsMissingEvidence() {
        assertThat(check()).extracting(CheckItem::status).containsExactly(Status.MISSING_EVIDENCE);
        answers.put("/jobs/overview", "<html>");
        assertThat(check()).extracting(CheckItem::status).containsExactly(Status.MISSING_EVIDENCE);
        server.stop(0);
        assertThat(check()).extracting(CheckItem::status).containsExactly(Status.MISSING_EVIDENCE);
    }
}
