package io.trellara.handoff.evidence;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy before a server that, when told to, cuts a connection at the moment the server reports a commit: it has
 * happened, and the client cannot know.
 */
final class CommitAnswerThief implements AutoCloseable {
    private static final byte[] COMMITTED = "COMMIT\0".getBytes(StandardCharsets.US_ASCII);

    private interface Work {
        void run() throws IOException;
    }

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger toSteal = new AtomicInteger();
    private final AtomicInteger stolen = new AtomicInteger();
    private final int serverPort;

    CommitAnswerThief(int serverPort) throws IOException {
        this.serverPort = serverPort;
        start(this::accept);
    }

    /** A URL by way of the proxy, without encryption. */
    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + door.getLocalPort() + "/" + database + "?sslmode=disable";
    }

    /** The next {@code count} answers to a commit are lost. */
    void stealNext(int count) {
        toSteal.set(count);
    }

    int stolen() {
        return stolen.get();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : List.copyOf(sockets)) {
            socket.close();
        }
    }

    private void accept() throws IOException {
        while (!door.isClosed()) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.addAll(List.of(client, server));
            start(() -> requests(client, server));
            start(() -> answers(server, client));
        }
    }

    private static void requests(Socket client, Socket server) throws IOException {
        try (client;
                server;
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream()) {
            in.transferTo(out);
        }
    }

    private void answers(Socket server, Socket client) throws IOException {
        try (server;
                client;
                DataInputStream in = new DataInputStream(server.getInputStream());
                DataOutputStream out = new DataOutputStream(client.getOutputStream())) {
            for (int type = in.read(); type >= 0; type = in.read()) {
                byte[] body = new byte[in.readInt() - 4];
                in.readFully(body);
                if (type == 'C'
                        && Arrays.equals(body, COMMITTED)
                        && toSteal.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                    stolen.incrementAndGet();
                    return;
                }
                out.write(type);
                out.writeInt(body.length + 4);
                out.write(body);
            }
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // one side hung up: its connection is over
                        return;
                    }
                },
                "commit-answer-thief");
        thread.setDaemon(true);
        thread.start();
    }
}
