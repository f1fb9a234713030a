package io.trellara.handoff.dialect.postgres;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * A connection pooler in transaction mode, as small as can be: each client logs in over a server connection of its own,
 * which then belongs to all; every transaction takes the one that was given back last. Without pooling it is a plain
 * proxy. It waits for the server's answer to each batch, so it carries no stream.
 */
final class TransactionPooler implements AutoCloseable {
    /** A server connection. */
    private record Backend(Socket socket, DataInputStream in, DataOutputStream out) {}

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
    private final BlockingDeque<Backend> free = new LinkedBlockingDeque<>();
    private final int serverPort;
    private final boolean pooling;

    TransactionPooler(int serverPort, boolean pooling) throws IOException {
        this.serverPort = serverPort;
        this.pooling = pooling;
        start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : List.copyOf(sockets)) {
            socket.close();
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // one side hung up: its connection is over
                        return;
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "transaction-pooler");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (!door.isClosed()) {
            Socket client = door.accept();
            sockets.add(client);
            start(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException, InterruptedException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(client.getOutputStream());
        Backend backend = logIn(in, out);
        boolean held = true;
        if (pooling) {
            free.push(backend);
            held = false;
        }
        for (int type = in.read(); type >= 0 && type != 'X'; type = in.read()) {
            if (!held) {
                backend = free.take();
                held = true;
            }
            forward(type, in, backend.out());
            if (type == 'Q' || type == 'S') {
                backend.out().flush();
                boolean idle = answer(backend.in(), out) == 'I';
                if (pooling && idle) {
                    free.push(backend);
                    held = false;
                }
            }
        }
        if (held) {
            backend.socket().close();
        }
        client.close();
    }

    /** Refuses encryption, then passes everything both ways until the server is ready for a query. */
    private Backend logIn(DataInputStream in, DataOutputStream out) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        sockets.add(socket);
        Backend backend = new Backend(
                socket, new DataInputStream(socket.getInputStream()), new DataOutputStream(socket.getOutputStream()));
        byte[] start = packet(in);
        while (start.length == 4) {
            out.write('N');
            out.flush();
            start = packet(in);
        }
        backend.out().writeInt(start.length + 4);
        backend.out().write(start);
        backend.out().flush();
        while (true) {
            int type = backend.in().readByte();
            byte[] body = packet(backend.in());
            write(type, body, out);
            out.flush();
            if (type == 'Z') {
                return backend;
            }
            if (type == 'R' && wantsAnswer(body)) {
                forward(in.readByte(), in, backend.out());
                backend.out().flush();
            }
        }
    }

    /** An authentication request other than "that was it" and "the last SCRAM message". */
    private static boolean wantsAnswer(byte[] body) {
        return body[3] != 0 && body[3] != 12;
    }

    private static byte[] packet(DataInputStream in) throws IOException {
        byte[] body = new byte[in.readInt() - 4];
        in.readFully(body);
        return body;
    }

    private static void forward(int type, DataInputStream from, DataOutputStream to) throws IOException {
        write(type, packet(from), to);
    }

    private static void write(int type, byte[] body, DataOutputStream to) throws IOException {
        to.write(type);
        to.writeInt(body.length + 4);
        to.write(body);
    }

    /** Passes messages on until ReadyForQuery, and returns its transaction status. */
    private static int answer(DataInputStream from, DataOutputStream to) throws IOException {
        while (true) {
            int type = from.readByte();
            byte[] body = packet(from);
            write(type, body, to);
            to.flush();
            if (type == 'Z') {
                return body[0];
            }
        }
    }
}
