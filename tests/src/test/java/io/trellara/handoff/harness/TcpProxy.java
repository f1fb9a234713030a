package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network between a client and a server, at a test's command: it can be cut, stalled, slowed, away for a while, and
 * lead to another server. Starts with everything open. Any thread.
 */
public final class TcpProxy implements AutoCloseable {
    private static final int CHUNK = 8_192;
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(10);
    private static final String SCHEME = "jdbc:";

    private final ServerSocket door;
    private final Valve valve = new Valve();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile InetSocketAddress server;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean refusing;

    /** A client's connection, and the one to the server that was opened for it. */
    private record Link(Socket client, Socket server) {
        boolean isOver() {
            return client.isClosed() || server.isClosed();
        }
    }

    private TcpProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        this.door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /** In front of the server of a database. */
    public static TcpProxy before(ConnectionConfig database) throws IOException {
        return before(addressOf(database));
    }

    /** In front of whatever listens there. */
    public static TcpProxy before(InetSocketAddress server) throws IOException {
        return new TcpProxy(server);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** The same database by way of this proxy; its URL takes {@code parameters} of the driver, such as time-outs. */
    public ConnectionConfig to(ConnectionConfig database, String... parameters) {
        String direct = database.url();
        URI uri = URI.create(direct.substring(SCHEME.length()));
        String led = SCHEME + uri.getScheme() + "://127.0.0.1:" + port() + uri.getPath();
        List<String> all = new ArrayList<>(List.of(parameters));
        Optional.ofNullable(uri.getQuery()).ifPresent(all::add);
        String query = String.join("&", all);
        return new ConnectionConfig(
                query.isEmpty() ? led : led + "?" + query, database.username(), database.password());
    }

    /** New connections go to the server of this database; those that are open stay where they are. */
    public void leadTo(ConnectionConfig database) {
        server = addressOf(database);
    }

    /** Ends all connections, on both sides; new ones pass. Returns how many there were. */
    public int cut() {
        List<Link> open = List.copyOf(links);
        open.forEach(this::end);
        return open.size();
    }

    /** Ends all connections and lets no new one through until {@link #flow}; returns how many there were. */
    public int away() {
        refusing = true;
        return cut();
    }

    /** Holds everything back, in both directions; connections stay open, and new ones hear nothing. */
    public void stall() {
        valve.stall();
    }

    /** Each direction of each connection passes so much; more than that waits. */
    public void slow(long bytesPerSecond) {
        valve.limit(bytesPerSecond);
    }

    /** Everything passes again, what was held back first. */
    public void flow() {
        refusing = false;
        valve.open();
    }

    /** How many connections there are. */
    public int connections() {
        return links.size();
    }

    /** How many connections were not let through so far. */
    public int refused() {
        return refused.get();
    }

    /** How many directions of connections hold something back, or the news of their end. */
    public int held() {
        return valve.held();
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
        try {
            for (Thread thread : threads) {
                thread.join(JOIN_LIMIT.toMillis());
                if (thread.isAlive()) {
                    throw new AssertionError("thread " + thread.getName() + " does not end");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static InetSocketAddress addressOf(ConnectionConfig database) {
        URI uri = URI.create(database.url().substring(SCHEME.length()));
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    private void accept() {
        for (int number = 1; !door.isClosed(); number++) {
            try {
                open(door.accept(), number);
            } catch (IOException closing) {
                // the door was closed, and the loop ends; or the client was gone before it came in
            }
        }
    }

    private void open(Socket client, int number) throws IOException {
        Socket onward = new Socket();
        Link link = new Link(client, onward);
        links.add(link);
        try {
            onward.connect(server);
        } catch (IOException nobodyListens) {
            end(link);
            return;
        }
        client.setTcpNoDelay(true);
        onward.setTcpNoDelay(true);
        InputStream requests = client.getInputStream();
        InputStream answers = onward.getInputStream();
        OutputStream toServer = onward.getOutputStream();
        OutputStream toClient = client.getOutputStream();
        if (refusing || door.isClosed()) {
            refused.incrementAndGet();
            end(link);
            return;
        }
        start(number + "-to-server", () -> pump(link, requests, toServer));
        start(number + "-to-client", () -> pump(link, answers, toClient));
    }

    private void pump(Link link, InputStream in, OutputStream out) {
        byte[] buffer = new byte[CHUNK];
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                valve.pass(count, link::isOver);
                out.write(buffer, 0, count);
            }
        } catch (IOException hungUp) {
            // one side is gone: so is the connection
        } finally {
            valve.pass(0, link::isOver);
            end(link);
        }
    }

    private void end(Link link) {
        links.remove(link);
        try (Socket client = link.client();
                Socket onward = link.server()) {
            // a reset, as by a firewall: what is on its way is lost
            client.setSoLinger(true, 0);
            onward.setSoLinger(true, 0);
        } catch (IOException ended) {
            // it was closed already, and close() has been called on both
        }
        valve.wake();
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, String.format(Locale.ROOT, "tcp-proxy-%d-%s", door.getLocalPort(), name));
        thread.setDaemon(true);
        threads.removeIf(ended -> !ended.isAlive() && ended.getState() == Thread.State.TERMINATED);
        threads.add(thread);
        thread.start();
    }
}
