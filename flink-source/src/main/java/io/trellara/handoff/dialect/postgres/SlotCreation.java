package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * One slot creation under way, on a walsender session and a thread of its own: it blocks for as long as older
 * transactions run. Once it is through, any further command on that session would end the exported snapshot, so the
 * session is only kept open from then on.
 */
final class SlotCreation implements AutoCloseable {
    private static final long POLL_MILLIS = 50;
    private static final long END_MILLIS = 10_000;

    /** serialization_failure, for a snapshot that is too large, and internal_error. */
    private static final Set<String> CROWDED = Set.of("40001", "XX000");

    private final PostgresSessions sessions;
    private final SlotCommand command;
    private final Connection exporter;
    private final int pid;
    private final FutureTask<Created> task;
    private final Thread thread;
    private boolean kept;
    private boolean crowded;

    private SlotCreation(PostgresSessions sessions, SlotCommand command, Connection exporter) throws SQLException {
        this.sessions = sessions;
        this.command = command;
        this.exporter = exporter;
        this.pid = exporter.unwrap(PGConnection.class).getBackendPID();
        this.task = new FutureTask<>(() -> create(exporter, command, pid));
        this.thread = new Thread(task, "handoff-slot-creation");
        thread.setDaemon(true);
        thread.setContextClassLoader(SlotCreation.class.getClassLoader());
    }

    /**
     * Begins to create the slot.
     *
     * @param life the life of the server that is to create it
     */
    static SlotCreation begin(PostgresSessions sessions, SlotCommand command, String life) throws SQLException {
        Connection exporter = sessions.openReplication(PostgresSessions.VIEW);
        try {
            ViewImport.requireSameLife(exporter, life);
            SlotCreation creation = new SlotCreation(sessions, command, exporter);
            creation.thread.start();
            return creation;
        } catch (SQLException | RuntimeException e) {
            closeQuietly(exporter);
            throw e;
        }
    }

    /**
     * Whether it failed because the server could not build the snapshot: too many transactions for one, or some that it
     * has lost sight of. Another attempt may do.
     */
    boolean crowded() {
        return crowded;
    }

    int pid() {
        return pid;
    }

    /** What was created, once it was; waits for it up to 50 ms. */
    Optional<Created> poll() throws SQLException {
        try {
            return Optional.of(task.get(POLL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HandoffException(new Finding(
                    ErrorCode.TOOL_INTERRUPTED, "view", "an interrupt", "an undisturbed wait", "resume the run"));
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    /**
     * Ends the creating session at the server and drops the slot where it came about all the same, over a session of
     * its own and, where the thread is interrupted, in spite of that: what is left waiting would hold log back for as
     * long as the oldest transaction runs. A slot of that name cannot be another's: our command was accepted, still
     * waits, or failed and then nothing is dropped.
     */
    void undo() {
        boolean interrupted = Thread.interrupted();
        try {
            sessions.ask("ending the creation of a slot", session -> {
                end(session);
                if (!endedWithoutSlot() && !command.temporary()) {
                    dropOnceFree(session);
                }
                return true;
            });
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(Connection session) throws SQLException {
        try (PreparedStatement end = session.prepareStatement("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE pid = ? AND application_name = ? AND usename = current_user")) {
            end.setInt(1, pid);
            end.setString(2, sessions.applicationName(PostgresSessions.VIEW));
            end.execute();
        }
    }

    /** Hands the exporting session over: closing this no longer ends it. */
    Connection keep() {
        kept = true;
        return exporter;
    }

    @Override
    public void close() {
        if (!kept) {
            closeQuietly(exporter);
        }
    }

    private boolean endedWithoutSlot() {
        try {
            task.get(END_MILLIS, TimeUnit.MILLISECONDS);
            return false;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void dropOnceFree(Connection watch) throws SQLException {
        try (PreparedStatement drop = watch.prepareStatement("SELECT pg_drop_replication_slot(slot_name)"
                + " FROM pg_replication_slots WHERE slot_name = ? AND active_pid IS NULL")) {
            drop.setString(1, command.slot(pid));
            drop.execute();
        }
    }

    private static Created create(Connection exporter, SlotCommand command, int pid) throws SQLException {
        int major = exporter.getMetaData().getDatabaseMajorVersion();
        try (Statement statement = exporter.createStatement();
                ResultSet row = statement.executeQuery(command.text(pid, major))) {
            if (!row.next()) {
                throw HandoffException.bug("slot " + command.slot(pid), "no row from its creation", "one row");
            }
            return new Created(Lsn.parse(row.getString("consistent_point")), row.getString("snapshot_name"));
        }
    }

    private HandoffException failure(@Nullable Throwable cause) {
        if (cause instanceof HandoffException known) {
            return known;
        }
        if (!(cause instanceof SQLException e)) {
            return HandoffException.bug("slot " + command.slot(pid), "an unexpected failure of its creation", "a slot");
        }
        String object = "slot " + command.slot(pid);
        String state = "SQL state " + SourceFailure.state(e);
        crowded = CROWDED.contains(SourceFailure.state(e));
        return switch (SourceFailure.state(e)) {
            case "42710" ->
                finding(
                        ErrorCode.SLOT_NAME_TAKEN,
                        object,
                        "a slot of that name",
                        "none",
                        "choose another source.slot, or drop that slot if nobody needs it");
            case "53400" ->
                finding(
                        ErrorCode.SLOTS_EXHAUSTED,
                        object,
                        state + ": all slots in use",
                        "a free replication slot",
                        "raise max_replication_slots or drop unused slots");
            case "55000" ->
                finding(ErrorCode.WAL_LEVEL, object, state, "wal_level = logical", "set it and restart the server");
            case "42501" ->
                finding(
                        ErrorCode.REPLICATION_PRIVILEGE,
                        object,
                        state,
                        "a user with REPLICATION",
                        "ALTER ROLE the user WITH REPLICATION");
            default -> SourceFailure.of(ErrorCode.VIEW_LOST, object, "creating it", e);
        };
    }

    private static HandoffException finding(
            ErrorCode code, String object, String observed, String required, String remedy) {
        return new HandoffException(new Finding(code, object, observed, required, remedy));
    }

    /** Closes after a failure that is already on its way up, or of a session that is of no more use. */
    static void closeQuietly(Connection session) {
        try {
            session.abort(Runnable::run);
        } catch (SQLException e) {
            // The socket is closed or was never open; there is nothing left to give back.
        }
    }

    /**
     * A created slot.
     *
     * @param consistentPoint the view's boundary
     * @param snapshot the exported snapshot's name
     */
    record Created(Lsn consistentPoint, String snapshot) {}
}
