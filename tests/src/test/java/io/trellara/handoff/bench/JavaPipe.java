package io.trellara.handoff.bench;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.ServerSession;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOut;

/** One pipe where there is no psql: the driver's own messages passed from one COPY to the other. */
final class JavaPipe {
    private JavaPipe() {}

    static String address(EmbeddedPostgresServer server) {
        return server.url(BenchServers.DATABASE) + " " + server.superuser() + " " + server.password();
    }

    public static void main(String[] arguments) throws SQLException {
        try (Connection from = open("PIPE_FROM");
                Connection to = open("PIPE_TO")) {
            CopyOut out = from.unwrap(PGConnection.class).getCopyAPI().copyOut(System.getenv("PIPE_OUT"));
            CopyIn in = to.unwrap(PGConnection.class).getCopyAPI().copyIn(System.getenv("PIPE_IN"));
            for (byte[] line = out.readFromCopy(); line != null; line = out.readFromCopy()) {
                in.writeToCopy(line, 0, line.length);
            }
            in.endCopy();
        }
    }

    private static Connection open(String variable) throws SQLException {
        String[] parts = System.getenv(variable).split(" ", 3);
        return ServerSession.open(new ConnectionConfig(parts[0], parts[1], parts[2]), "bench pipe");
    }
}
