package io.trellara.handoff.job.local;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the metrics of a job in this process over HTTP. Flink's own Prometheus reporter would listen at every address
 * of the machine, and says in a log only that its port was taken; this one is open before the job begins, or refuses.
 */
final class MetricsServer implements AutoCloseable {
    /**
     * The pages by server. Flink makes a reporter itself, by its class's name and out of text alone: in this process
     * the two find each other here and nowhere else.
     */
    private static final Map<String, MetricsPage> PAGES = new ConcurrentHashMap<>();

    /** Clients beside each other; more than these are turned away. */
    private static final int CLIENTS = 16;

    /** A client that takes longer to ask, or to take its answer, is given up. */
    private static final String PATIENCE_SECONDS = "10";

    private final String name = UUID.randomUUID().toString();
    private final MetricsPage page = new MetricsPage();
    private final HttpServer http;

    /** Each client has a thread: else one that is slow would keep all others from asking. */
    private final ExecutorService clients =
            new ThreadPoolExecutor(0, CLIENTS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), MetricsServer::thread);

    private MetricsServer(HttpServer http) {
        this.http = http;
        http.setExecutor(clients);
    }

    private static Thread thread(Runnable client) {
        Thread thread = new Thread(client, "handoff metrics");
        thread.setDaemon(true);
        return thread;
    }

    /** The server of the JDK knows these limits only as properties of the process, which is ours. */
    private static void limitClients() {
        for (String limit : List.of("sun.net.httpserver.maxReqTime", "sun.net.httpserver.maxRspTime")) {
            if (System.getProperty(limit) == null) {
                System.setProperty(limit, PATIENCE_SECONDS);
            }
        }
    }

    /**
     * Listens.
     *
     * @throws HandoffException CONFIG_INVALID where the address cannot be had
     */
    static MetricsServer open(InetSocketAddress unresolved) {
        try {
            limitClients();
            InetAddress host = InetAddress.getByName(unresolved.getHostString());
            MetricsServer server =
                    new MetricsServer(HttpServer.create(new InetSocketAddress(host, unresolved.getPort()), 0));
            PAGES.put(server.name, server.page);
            server.http.createContext("/", server::answer);
            server.http.start();
            return server;
        } catch (UnknownHostException unknown) {
            throw refused("local.metrics-host", "an unknown host", unresolved);
        } catch (IOException taken) {
            throw refused("local.metrics-port", "an address that cannot be listened at", unresolved);
        }
    }

    private static HandoffException refused(String key, String observed, InetSocketAddress address) {
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                key,
                observed + ": " + address.getHostString() + ":" + address.getPort(),
                "an address of this machine and a port that is free",
                "set another local.metrics-port (0 takes a free one) or local.metrics-host, or leave the port out"));
    }

    /** The page of a server that is open. */
    static Optional<MetricsPage> page(String name) {
        return Optional.ofNullable(PAGES.get(name));
    }

    String name() {
        return name;
    }

    /** Where it listens. */
    URI address() {
        InetSocketAddress bound = http.getAddress();
        String host = bound.getAddress().getHostAddress();
        return URI.create(
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort() + "/metrics");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals("/metrics")) {
                exchange.sendResponseHeaders(404, -1);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(405, -1);
            } else {
                byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
                exchange.sendResponseHeaders(200, body.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        }
    }

    @Override
    public void close() {
        PAGES.remove(name);
        http.stop(0);
        clients.shutdownNow();
    }
}
