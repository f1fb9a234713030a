package io.trellara.handoff.local;

import io.trellara.handoff.config.ConnectionConfig;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits until a server just started answers, and makes sure that it is that server who answers. */
final class ServerAnswer {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration STEP = Duration.ofMillis(20);

    private final ConnectionConfig server;
    private final Process process;
    private final Sameness sameness;

    ServerAnswer(ConnectionConfig server, Process process, Sameness sameness) {
        this.server = server;
        this.process = process;
        this.sameness = sameness;
    }

    /** Whether the server that answers is the one just started: another may have taken the port in between. */
    interface Sameness {
        boolean holds(Connection connection) throws SQLException, IOException;
    }

    /** Why there is no good answer; empty when there is one. */
    String await() {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        String last = "";
        while (System.nanoTime() < deadline && !Thread.currentThread().isInterrupted()) {
            if (!process.isAlive()) {
                return "it ended with " + process.exitValue();
            }
            try (Connection connection = DatabaseSession.open(server, "trellara-handoff local")) {
                return stranger(connection);
            } catch (SQLException e) {
                last = "SQLSTATE " + e.getSQLState();
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        return "no answer within " + LIMIT.toSeconds() + " s, last " + last;
    }

    private String stranger(Connection connection) throws SQLException {
        try {
            return sameness.holds(connection) ? "" : "another server answers at its port";
        } catch (IOException e) {
            return "its folder cannot be read: " + e;
        }
    }
}
