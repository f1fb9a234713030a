package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TcpProxyTest {
    private static final int SILENCE_MILLIS = 200;

    private Echo server;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new Echo("");
        proxy = TcpProxy.before(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void passesBothWays() throws IOException {
        try (Socket client = client()) {
            assertThat(asked(client, "one")).isEqualTo("one");
            assertThat(proxy.connections()).isOne();
        }
    }

    @Test
    void stalledHoldsBothDirectionsAndLosesNothing() throws IOException {
        try (Socket client = client();
                Socket silent = client()) {
            assertThat(asked(client, "one")).isEqualTo("one");
            proxy.stall();
            client.getOutputStream().write("two".getBytes(StandardCharsets.UTF_8));
            server.say("hello");
            assertThatThrownBy(() -> read(client, 3)).isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> read(silent, 5)).isInstanceOf(SocketTimeoutException.class);
            assertThat(proxy.held()).isGreaterThanOrEqualTo(2);
            proxy.flow();
            assertThat(read(client, 8)).isIn("hellotwo", "twohello");
            assertThat(read(silent, 5)).isEqualTo("hello");
            assertThat(proxy.held()).isZero();
        }
    }

    @Test
    void theEndOfAConnectionIsHeldBackToo() throws IOException {
        try (Socket client = client()) {
            assertThat(asked(client, "one")).isEqualTo("one");
            proxy.stall();
            server.close();
            assertThatThrownBy(() -> read(client, 1)).isInstanceOf(SocketTimeoutException.class);
            proxy.flow();
            await(() -> proxy.connections() == 0);
        }
    }

    @Test
    void cutEndsConnectionsAndLetsNewOnesThrough() throws IOException {
        try (Socket client = client()) {
            assertThat(asked(client, "one")).isEqualTo("one");
            proxy.stall();
            assertThat(proxy.cut()).isOne();
            proxy.flow();
            assertThatThrownBy(() -> read(client, 1)).isInstanceOf(SocketException.class);
        }
        try (Socket client = client()) {
            assertThat(asked(client, "two")).isEqualTo("two");
        }
    }

    @Test
    void awayRefusesUntilItFlowsAgain() throws IOException {
        assertThat(proxy.away()).isZero();
        try (Socket client = client()) {
            assertThatThrownBy(() -> asked(client, "one")).isInstanceOf(SocketException.class);
            assertThat(proxy.refused()).isOne();
        }
        proxy.flow();
        try (Socket client = client()) {
            assertThat(asked(client, "two")).isEqualTo("two");
        }
    }

    @Test
    void slowedTakesItsTime() throws IOException {
        try (Socket client = client()) {
            proxy.slow(40_000);
            long begun = System.nanoTime();
            client.setSoTimeout(10_000);
            assertThat(asked(client, "x".repeat(8_000))).hasSize(8_000);
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isGreaterThanOrEqualTo(200);
        }
    }

    @Test
    void leadsNewConnectionsElsewhere() throws IOException {
        try (Echo other = new Echo("other ");
                Socket old = client()) {
            assertThat(asked(old, "one")).isEqualTo("one");
            proxy.leadTo(database(other.address().getPort()));
            try (Socket client = client()) {
                client.getOutputStream().write("two".getBytes(StandardCharsets.UTF_8));
                assertThat(read(client, 9)).isEqualTo("other two");
            }
            assertThat(asked(old, "three")).isEqualTo("three");
        }
    }

    @Test
    void urlLeadsThroughTheProxy() {
        assertThat(proxy.to(database(5_432)).url()).isEqualTo("jdbc:postgresql://127.0.0.1:" + proxy.port() + "/shop");
        assertThat(proxy.to(database(5_432), "socketTimeout=5", "a=b").url())
                .endsWith(proxy.port() + "/shop?socketTimeout=5&a=b");
    }

    @Test
    void closeLeavesNoThread() throws IOException {
        try (Socket client = client()) {
            assertThat(asked(client, "one")).isEqualTo("one");
            proxy.stall();
            client.getOutputStream().write(1);
            proxy.close();
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("tcp-proxy-" + proxy.port() + "-"));
        }
    }

    private static ConnectionConfig database(int port) {
        return new ConnectionConfig("jdbc:postgresql://127.0.0.1:" + port + "/shop", "user", "");
    }

    private Socket client() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        client.setSoTimeout(SILENCE_MILLIS);
        return client;
    }

    private static String asked(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return read(client, text.length());
    }

    private static String read(Socket client, int bytes) throws IOException {
        byte[] answer = client.getInputStream().readNBytes(bytes);
        if (answer.length < bytes) {
            throw new SocketException("ended");
        }
        return new String(answer, StandardCharsets.UTF_8);
    }

    private static void await(BooleanSupplier reached) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Answers what it is told, behind a greeting of its own. */
    private static final class Echo implements AutoCloseable {
        private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> clients = new CopyOnWriteArrayList<>();
        private final String greeting;

        Echo(String greeting) throws IOException {
            this.greeting = greeting;
            start(this::accept);
        }

        InetSocketAddress address() {
            return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
        }

        /** Something that nobody asked for, to everybody. */
        void say(String text) throws IOException {
            await(() -> clients.size() >= 2);
            for (Socket client : clients) {
                client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            }
        }

        private interface Work {
            void run() throws IOException;
        }

        private void accept() throws IOException {
            while (!door.isClosed()) {
                Socket client = door.accept();
                client.getOutputStream().write(greeting.getBytes(StandardCharsets.UTF_8));
                clients.add(client);
                start(() -> client.getInputStream().transferTo(client.getOutputStream()));
            }
        }

        private static void start(Work work) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            work.run();
                        } catch (IOException closed) {
                            // the test is over with it
                            return;
                        }
                    },
                    "echo");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            door.close();
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
