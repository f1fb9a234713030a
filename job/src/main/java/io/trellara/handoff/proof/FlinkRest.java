package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Reads a Flink cluster's REST endpoint; changes nothing there. */
final class FlinkRest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 16 << 20;

    private final String address;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /** @param address as {@code http://host:8081} */
    FlinkRest(URI address) {
        String text = address.toString();
        this.address = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /** Empty where it does not answer, or not with JSON. */
    Optional<JsonNode> get(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                    .timeout(PATIENCE)
                    .GET()
                    .build();
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                String text = new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
                return answer.statusCode() == 200 ? Json.read(text) : Optional.empty();
            }
        } catch (IOException | IllegalArgumentException unanswered) {
            return Optional.empty();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
