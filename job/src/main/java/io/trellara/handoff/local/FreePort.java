package io.trellara.handoff.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port that the system gives, of this machine only. */
final class FreePort {
    private FreePort() {}

    static int next() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
