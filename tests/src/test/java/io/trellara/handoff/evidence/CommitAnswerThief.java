package io.trellara.handoff.evidence;

import io.trellara.handoff.config.DatabaseKind;
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
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy before a server that, when told to, cuts a connection at the moment the server reports a commit: it has
 * happened, and the client cannot know.
 */
final class CommitAnswerThief implements AutoCloseable {
    private static final byte[] COMMITTED = "COMMIT\0".getBytes(StandardCharsets.US_ASCII);
    private static final int COM_QUERY = 3;

    private interface Work {
        void run() throws IOException;
    }

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger toSteal = new AtomicInteger();
    private final AtomicInteger stolen = new AtomicInteger();
    private final DatabaseKind kind;
    private final int serverPort;

    CommitAnswerThief(DatabaseKind kind, int serverPort) throws IOException {
        this.kind = kind;
        this.serverPort = serverPort;
        start(this::accept);
    }

    /** A URL by way of the proxy, without encryption. */
    String url(String database) {
        String place = "://127.0.0.1:" + door.getLocalPort() + "/" + database;
        return switch (kind) {
            case POSTGRESQL -> "jdbc:postgresql" + place + "?sslmode=disable";
            case MYSQL -> "jdbc:mysql" + place + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        };
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
            if (kind == DatabaseKind.POSTGRESQL) {
                start(() -> requests(client, server));
                start(() -> answers(server, client));
            } else {
                AtomicBoolean committing = new AtomicBoolean();
                start(() -> packets(client, server, committing));
                start(() -> bytes(server, client, committing));
            }
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
                if (type == 'C' && Arrays.equals(body, COMMITTED) && steal()) {
                    return;
                }
                out.write(type);
                out.writeInt(body.length + 4);
                out.write(body);
            }
        }
    }

    /** What a client of MySQL asks: the protocol says nothing of commits in the answers. */
    private static void packets(Socket client, Socket server, AtomicBoolean committing) throws IOException {
        try (client;
                server;
                DataInputStream in = new DataInputStream(client.getInputStream());
                OutputStream out = server.getOutputStream()) {
            byte[] head = new byte[4];
            while (true) {
                in.readFully(head);
                byte[] body = new byte[(head[0] & 255) | (head[1] & 255) << 8 | (head[2] & 255) << 16];
                in.readFully(body);
                committing.set(body.length > 0
                        && body[0] == COM_QUERY
                        && new String(body, StandardCharsets.ISO_8859_1)
                                .toLowerCase(Locale.ROOT)
                                .endsWith("commit"));
                out.write(head);
                out.write(body);
            }
        }
    }

    private void bytes(Socket server, Socket client, AtomicBoolean committing) throws IOException {
        try (server;
                client;
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream()) {
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (committing.get() && steal()) {
                    return;
                }
                out.write(buffer, 0, n);
            }
        }
    }

    private boolean steal() {
        if (toSteal.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
            return false;
        }
        stolen.incrementAndGet();
        return true;
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
