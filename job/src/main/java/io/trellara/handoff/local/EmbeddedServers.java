package io.trellara.handoff.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** Embedded servers that end together. One thread. */
public final class EmbeddedServers implements AutoCloseable {
    private final Deque<EmbeddedPostgresServer> servers = new ArrayDeque<>();

    /** Starts one more server. */
    public EmbeddedPostgresServer start(PostgresVersion version, Map<String, String> settings) {
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(version, settings);
        servers.push(server);
        return server;
    }

    /** Ends all, the newest first, and removes their data. */
    @Override
    public void close() {
        while (!servers.isEmpty()) {
            servers.pop().close();
        }
    }
}
