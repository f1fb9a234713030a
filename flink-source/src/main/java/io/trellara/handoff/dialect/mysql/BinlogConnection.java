package io.trellara.handoff.dialect.mysql;

import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.Authenticator;
import com.github.shyiko.mysql.binlog.network.ClientCapabilities;
import com.github.shyiko.mysql.binlog.network.protocol.ErrorPacket;
import com.github.shyiko.mysql.binlog.network.protocol.GreetingPacket;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.ResultSetRowPacket;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.SSLRequestCommand;
import io.trellara.handoff.model.GtidSet;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection that speaks the replication protocol. The library's part is the handshake, the passwords and the
 * packets; what is asked and what is made of the answers is ours. One thread, but for {@link #close}.
 */
final class BinlogConnection implements AutoCloseable {
    private static final int OK = 0, FAILED = 0xFF, END = 0xFE;
    private static final int LONGEST_END = 8;
    private static final int MOST_IN_PACKET = 0xFF_FFFF;
    private static final int LENGTH_BYTES = 3;

    private final PacketChannel channel;
    private final Socket socket;

    private BinlogConnection(PacketChannel channel, Socket socket) {
        this.channel = channel;
        this.socket = socket;
    }

    /**
     * Connects and logs in.
     *
     * @param silence an answer that takes longer breaks the connection
     */
    static BinlogConnection open(BinlogAddress address, Duration silence) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address.host(), address.port()), (int) silence.toMillis());
            socket.setSoTimeout((int) silence.toMillis());
            socket.setKeepAlive(true);
            socket.setTcpNoDelay(true);
            BinlogConnection connection = new BinlogConnection(new PacketChannel(socket), socket);
            connection.logIn(address);
            return connection;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private void logIn(BinlogAddress address) throws IOException {
        byte[] first = channel.read();
        if (first.length > 0 && (first[0] & 0xFF) == FAILED) {
            throw failure(first);
        }
        GreetingPacket greeting = new GreetingPacket(first);
        BinlogTls tls = new BinlogTls(address);
        boolean offered = (greeting.getServerCapabilities() & ClientCapabilities.SSL) != 0;
        if (tls.required() && !offered) {
            throw BinlogFailures.refused("a server without TLS");
        }
        if (tls.wanted() && offered) {
            SSLRequestCommand request = new SSLRequestCommand();
            request.setCollation(greeting.getServerCollation());
            channel.write(request);
            channel.upgradeToSSL(tls, tls.names());
        }
        try {
            new Authenticator(
                            greeting,
                            channel,
                            null,
                            address.account().username(),
                            address.account().password())
                    .authenticate();
        } catch (AuthenticationException e) {
            throw BinlogFailures.refused("user or password refused, error " + e.getErrorCode());
        }
        channel.authenticationComplete();
    }

    /** Whether the line is encrypted. */
    boolean encrypted() {
        return channel.isSSL();
    }

    void execute(String statement) throws IOException {
        channel.write(new QueryCommand(statement));
        byte[] answer = channel.read();
        if ((answer[0] & 0xFF) == FAILED) {
            throw failure(answer);
        }
    }

    /** The only row of a query. */
    List<String> row(String query) throws IOException {
        execute(query);
        byte[] packet = channel.read();
        while (!ends(packet)) {
            packet = channel.read();
        }
        List<String> values = new ArrayList<>();
        for (packet = channel.read(); !ends(packet); packet = channel.read()) {
            values.addAll(Arrays.asList(new ResultSetRowPacket(packet).getValues()));
        }
        return values;
    }

    private static boolean ends(byte[] packet) {
        int first = packet[0] & 0xFF;
        if (first == FAILED) {
            throw failure(packet);
        }
        return first == END && packet.length <= LONGEST_END;
    }

    /** Asks for all that is not in the set, from now on, and for ever. */
    void dump(long serverId, GtidSet from) throws IOException {
        channel.write(new DumpCommand(serverId, from));
    }

    /** The next event, behind one byte that is not its own; null where the server has ended the stream. */
    byte @Nullable [] read() throws IOException {
        byte[] packet = packet();
        int first = packet.length == 0 ? END : packet[0] & 0xFF;
        if (first == FAILED) {
            throw failure(packet);
        }
        if (first != OK) {
            return null;
        }
        byte[] whole = packet;
        while (packet.length == MOST_IN_PACKET) {
            packet = packet();
            int at = whole.length;
            whole = Arrays.copyOf(whole, at + packet.length);
            System.arraycopy(packet, 0, whole, at, packet.length);
        }
        return whole;
    }

    /** The library's own reading counts packets of an answer, of which a stream has more than it can count. */
    private byte[] packet() throws IOException {
        ByteArrayInputStream in = channel.getInputStream();
        int length = in.readInteger(LENGTH_BYTES);
        in.readInteger(1); // the packet's number, which TCP makes sure of
        return in.read(length);
    }

    private static RuntimeException failure(byte[] packet) {
        try {
            // the packet's first byte says that it is an error
            ErrorPacket error = new ErrorPacket(Arrays.copyOfRange(packet, 1, packet.length));
            return ServerErrors.of(error.getErrorCode(), String.valueOf(error.getErrorMessage()));
        } catch (IOException e) {
            return BinlogFailures.malformed("an error that cannot be read");
        }
    }

    /** Breaks the connection at once; any thread; may be called twice. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket that cannot be closed", e);
        }
    }
}
