package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.PostgresVersion;
import java.util.Map;

/**
 * Where a test's servers come from. By default an embedded one is started. A role ({@code source}, {@code target})
 * whose {@code handoff.servers.<role>.url} is given uses that server, with {@code .username} and {@code .password}.
 */
public final class Servers {
    private static final String PREFIX = "handoff.servers.";

    private Servers() {}

    public static TestServer source(PostgresVersion version) {
        return start("source", version, Map.of());
    }

    public static TestServer target(PostgresVersion version) {
        return start("target", version, Map.of());
    }

    /** A server for a role; settings are not changed on a server that is given. */
    public static TestServer start(String role, PostgresVersion version, Map<String, String> settings) {
        String url = System.getProperty(PREFIX + role + ".url", "");
        if (!url.isEmpty()) {
            ConnectionConfig given = new ConnectionConfig(
                    url,
                    System.getProperty(PREFIX + role + ".username", "postgres"),
                    System.getProperty(PREFIX + role + ".password", ""));
            return new TestServer(given, null, () -> {});
        }
        if (Boolean.getBoolean(PREFIX + "containers")) {
            return ContainerServer.start(version, settings);
        }
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(version, settings);
        return new TestServer(server.connection("postgres"), server, server::close);
    }
}
