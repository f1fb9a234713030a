package io.trellara.handoff.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The endpoint among clients that are not all as they should be. */
final class MetricsServerTest {
    private static HttpResponse<String> ask(URI address) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Somebody who asks half a question and falls silent. */
    private static Socket slow(URI address) throws IOException {
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void aSlowClientKeepsNobodyElseWaiting() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (MetricsServer server = MetricsServer.open(InetSocketAddress.createUnresolved("127.0.0.1", 0))) {
            for (int i = 0; i < 5; i++) {
                slow.add(slow(server.address()));
            }
            assertThat(ask(server.address()).statusCode()).isEqualTo(200);
            assertThat(ask(server.address()).statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /** More of them than there are threads: they are given up, and others served again. */
    @Test
    void slowClientsAreGivenUpInTime() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (MetricsServer server = MetricsServer.open(InetSocketAddress.createUnresolved("127.0.0.1", 0))) {
            for (int i = 0; i < 16; i++) {
                slow.add(slow(server.address()));
            }
            for (Socket socket : slow) {
                socket.setSoTimeout(30_000);
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(ask(server.address()).statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }
}
