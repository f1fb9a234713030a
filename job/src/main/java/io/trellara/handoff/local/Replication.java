package io.trellara.handoff.local;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** How a server is followed by its replicas, in the words of its version. */
public final class Replication {
    private final EmbeddedMysqlServer source;

    private Replication(EmbeddedMysqlServer source) {
        this.source = source;
    }

    public static Replication of(EmbeddedMysqlServer source) {
        return new Replication(source);
    }

    /** Lets {@code replica} follow the source by GTID, whomever it followed before, and take no other writes. */
    public void follow(EmbeddedMysqlServer replica) throws SQLException {
        try (Connection session = replica.open("");
                Statement statement = session.createStatement()) {
            boolean newWords = replica.version().saysReplica();
            statement.execute(newWords ? "STOP REPLICA" : "STOP SLAVE");
            statement.execute("CHANGE " + (newWords ? "REPLICATION SOURCE" : "MASTER") + " TO "
                    + options(newWords ? "SOURCE" : "MASTER"));
            statement.execute(newWords ? "START REPLICA" : "START SLAVE");
            statement.execute("SET GLOBAL super_read_only = ON");
        }
    }

    private String options(String word) {
        return word + "_HOST = '127.0.0.1', " + word + "_PORT = " + source.port() + ", " + word + "_USER = '"
                + source.superuser() + "', " + word + "_PASSWORD = '" + source.password() + "', " + word
                + "_AUTO_POSITION = 1, GET_" + (word.equals("SOURCE") ? word : "MASTER") + "_PUBLIC_KEY = 1, "
                + word + "_CONNECT_RETRY = 1";
    }

    /** Ends a replica's following: it takes writes of its own from now on. */
    public static void promote(EmbeddedMysqlServer replica) throws SQLException {
        try (Connection session = replica.open("");
                Statement statement = session.createStatement()) {
            boolean newWords = replica.version().saysReplica();
            statement.execute(newWords ? "STOP REPLICA" : "STOP SLAVE");
            statement.execute(newWords ? "RESET REPLICA ALL" : "RESET SLAVE ALL");
            statement.execute("SET GLOBAL read_only = OFF");
        }
    }

    /** Waits until {@code replica} has applied all that the source has committed by now; false where it has not. */
    public boolean caughtUp(EmbeddedMysqlServer replica, Duration limit) throws SQLException {
        try (Connection there = source.open("");
                Connection here = replica.open("");
                Statement question = there.createStatement();
                ResultSet executed = question.executeQuery("SELECT @@GLOBAL.gtid_executed");
                PreparedStatement wait = here.prepareStatement("SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?)")) {
            executed.next();
            wait.setString(1, executed.getString(1));
            wait.setLong(2, limit.toSeconds());
            try (ResultSet answer = wait.executeQuery()) {
                return answer.next() && answer.getInt(1) == 0;
            }
        }
    }
}
