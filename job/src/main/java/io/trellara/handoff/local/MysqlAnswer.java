package io.trellara.handoff.local;

import io.trellara.handoff.config.ConnectionConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits until a MySQL server just started answers, and makes sure by its UUID that it is that server who answers. */
final class MysqlAnswer {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration STEP = Duration.ofMillis(50);

    private final ConnectionConfig server;
    private final Process process;
    private final Path data;

    MysqlAnswer(ConnectionConfig server, Process process, Path data) {
        this.server = server;
        this.process = process;
        this.data = data;
    }

    /** Why there is no good answer; empty when there is one. */
    String await() {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        String last = "";
        while (System.nanoTime() < deadline && !Thread.currentThread().isInterrupted()) {
            if (!process.isAlive()) {
                return "it ended with " + process.exitValue();
            }
            try (Connection connection = MysqlSession.open(server, "trellara-handoff local")) {
                return stranger(connection);
            } catch (SQLException e) {
                last = "SQLSTATE " + e.getSQLState();
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        return "no answer within " + LIMIT.toSeconds() + " s, last " + last;
    }

    /** Another server may have taken the port between the choice and the start. */
    private String stranger(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@server_uuid")) {
            row.next();
            String answering = row.getString(1);
            boolean same = Files.readAllLines(data.resolve("auto.cnf")).contains("server-uuid=" + answering);
            return same ? "" : "another server answers at its port";
        } catch (IOException e) {
            return "its folder cannot be read: " + e;
        }
    }
}
