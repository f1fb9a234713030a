package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The run's replication slot: seen, freed from a stale session of ours, dropped. */
final class PostgresSlot {
    private static final String STATUS = """
            SELECT confirmed_flush_lsn::text, restart_lsn::text, coalesce(wal_status, 'creating'), active_pid,
                   coalesce(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                                                 ELSE pg_current_wal_lsn() END, restart_lsn), 0)::bigint
            FROM pg_replication_slots WHERE slot_name = ?""";

    /**
     * A walsender of this very run: same role at the server, and our name with the run in it. It streams, or is still
     * creating the slot for a coordinator that is gone.
     */
    private static final String END_OWN = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE pid = ? AND application_name IN (?, ?) AND usename = current_user""";

    private final PostgresSessions sessions;
    private final String name;
    private final long limitMillis;

    PostgresSlot(PostgresSessions sessions, SourceConfig config) {
        this.sessions = sessions;
        this.name = config.replication().slot();
        this.limitMillis = config.limits().viewTimeoutMillis();
    }

    Optional<SlotStatus> status() {
        return sessions.ask("reading the slot", this::status);
    }

    /** Drops the slot; freed first where a stale session of this run holds it; else SLOT_BUSY. */
    void drop() {
        if (status().isEmpty()) {
            return;
        }
        release(waiting -> {});
        sessions.ask("dropping the slot", session -> {
            try (PreparedStatement drop = session.prepareStatement(
                    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = ?")) {
                drop.setString(1, name);
                return drop.execute();
            } catch (SQLException e) {
                return switch (SourceFailure.state(e)) {
                    case "42704" -> false; // it went with the session that was creating it
                    case "55006" -> throw busy("another session");
                    default -> throw e;
                };
            }
        });
    }

    /**
     * Waits until no session holds the slot. After a failover a walsender of ours may hold it until the server sees
     * that its peer is gone: that one is named, and ended after a grace of two seconds. Somebody else's is waited for.
     *
     * @throws HandoffException SLOT_BUSY when it is still held after {@code source.view-timeout}
     */
    void release(WaitListener waits) {
        Deadline deadline = new Deadline(limitMillis);
        sessions.ask("waiting for the slot", session -> {
            Optional<Integer> holder = holder(session);
            while (holder.isPresent()) {
                String pid = "session " + holder.get();
                if (deadline.passed()) {
                    throw busy(pid);
                }
                Duration waited = Duration.ofMillis(deadline.elapsedMillis());
                WaitHolder who = new WaitHolder(pid + ", which holds it", holder.get(), "", -1);
                waits.waiting(new Wait(WaitKind.SLOT_HELD, "slot " + name, waited, who));
                if (deadline.elapsedMillis() > Math.min(2_000, limitMillis / 2)) {
                    endOwn(session, holder.get());
                }
                deadline.pause("the slot");
                holder = holder(session);
            }
            return holder;
        });
    }

    private void endOwn(Connection session, int pid) throws SQLException {
        try (PreparedStatement end = session.prepareStatement(END_OWN)) {
            end.setInt(1, pid);
            end.setString(2, sessions.applicationName(PostgresSessions.STREAM));
            end.setString(3, sessions.applicationName(PostgresSessions.VIEW));
            end.execute();
        }
    }

    private Optional<Integer> holder(Connection session) throws SQLException {
        return status(session).flatMap(SlotStatus::activePid);
    }

    private Optional<SlotStatus> status(Connection session) throws SQLException {
        try (PreparedStatement query = session.prepareStatement(STATUS)) {
            query.setString(1, name);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(status(row)) : Optional.empty();
            }
        }
    }

    private static SlotStatus status(ResultSet row) throws SQLException {
        @Nullable String confirmed = row.getString(1);
        @Nullable String restart = row.getString(2);
        int pid = row.getInt(4);
        Optional<Integer> active = row.wasNull() ? Optional.empty() : Optional.of(pid);
        return new SlotStatus(
                confirmed == null ? Lsn.ZERO : Lsn.parse(confirmed),
                Optional.ofNullable(restart).map(Lsn::parse),
                row.getString(3),
                active,
                row.getLong(5));
    }

    private HandoffException busy(String holder) {
        return new HandoffException(new Finding(
                ErrorCode.SLOT_BUSY,
                "slot " + name,
                "held by " + holder,
                "a slot that nobody else reads",
                "end that session, or give the run a slot of its own"));
    }
}
