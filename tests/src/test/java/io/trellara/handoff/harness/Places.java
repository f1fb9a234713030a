package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The databases of a run, and by which way the job reaches each of them. One thread. */
final class Places implements AutoCloseable {
    private final Map<Side, ConnectionConfig> databases;
    private final Map<Side, ConnectionConfig> seen;
    private final Map<Side, TcpProxy> proxies = new EnumMap<>(Side.class);

    private Places(Map<Side, ConnectionConfig> databases) {
        this.databases = new EnumMap<>(databases);
        this.seen = new EnumMap<>(databases);
    }

    /** New databases; the evidence has one of its own where it has a server of its own. */
    static Places create(Map<Side, ? extends SideServer> servers) throws SQLException {
        Map<Side, ConnectionConfig> databases = new EnumMap<>(Side.class);
        for (Map.Entry<Side, ? extends SideServer> server : servers.entrySet()) {
            databases.put(server.getKey(), server.getValue().newSide("rig"));
        }
        databases.putIfAbsent(Side.EVIDENCE, databases.get(Side.TARGET));
        return new Places(databases);
    }

    /** The database itself, without a proxy. */
    ConnectionConfig of(Side side) {
        return Objects.requireNonNull(databases.get(side));
    }

    /** How the job reaches it. */
    ConnectionConfig seen(Side side) {
        return Objects.requireNonNull(seen.get(side));
    }

    /** Puts a proxy before a side, for jobs started from now on. */
    TcpProxy proxy(Side side, String... parameters) throws IOException {
        TcpProxy proxy = TcpProxy.before(of(side));
        proxies.put(side, proxy);
        seen.put(side, proxy.to(of(side), parameters));
        return proxy;
    }

    /** The test itself looks there from now on. */
    void moved(Side side, ConnectionConfig to) {
        databases.put(side, to);
    }

    @Override
    public void close() {
        for (TcpProxy proxy : proxies.values()) {
            try {
                proxy.close();
            } catch (IOException e) {
                throw new AssertionError("a proxy does not close", e);
            }
        }
    }
}
