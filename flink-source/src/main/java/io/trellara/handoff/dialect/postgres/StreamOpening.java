package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The steps that lead to the run's stream, each with its refusal: the source is the run's; the slot is there, readable,
 * not ahead of the position and free (R7, R8); the contract's relations are there; then the start, and once more the
 * slot, which nobody else can have moved any more.
 */
final class StreamOpening implements StreamStart {
    private static final String OID = """
            SELECT c.oid::bigint FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname = ?""";

    private final PostgresSessions sessions;
    private final PostgresSlot slot;
    private final StreamSource source;
    private final String identity;

    /** @param identity the source that the run is bound to; asked on the very connection that streams (R8) */
    StreamOpening(PostgresSessions sessions, SourceConfig config, String identity) {
        this.sessions = sessions;
        this.identity = identity;
        this.slot = new PostgresSlot(sessions, config);
        this.source = new StreamSource(
                config.replication().slot(), config.replication().publication());
    }

    @Override
    public StreamContract contract(List<RelationSchema> schemas) {
        return sessions.ask("looking the relations up", session -> {
            ServerIdentity.require(session, identity);
            Map<Integer, RelationSchema> byOid = new HashMap<>();
            for (RelationSchema schema : schemas) {
                byOid.put(oid(session, schema), schema);
            }
            return new StreamContract(byOid);
        });
    }

    private static int oid(Connection session, RelationSchema schema) throws SQLException {
        try (PreparedStatement query = session.prepareStatement(OID)) {
            query.setString(1, schema.relation().schema());
            query.setString(2, schema.relation().name());
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw StreamFailures.schemaChanged(
                            schema.relation(), "no relation of that name", "the relation of the run's contract");
                }
                return (int) row.getLong(1);
            }
        }
    }

    @Override
    public StreamWatch watch() {
        try {
            return StreamWatch.over(sessions.openControl(PostgresSessions.WATCH), Clock.systemUTC());
        } catch (SQLException e) {
            throw StreamFailures.of(e);
        }
    }

    @Override
    public WalSender start(Lsn from, int silenceMillis) {
        refuse(slot.status(), from);
        slot.release(waiting -> {});
        refuse(slot.status(), from);
        WalSender sender = open(from, silenceMillis);
        try {
            Optional<SlotStatus> ours = slot.status();
            refuse(ours, from);
            if (!ours.orElseThrow().activePid().equals(Optional.of(sender.pid()))) {
                throw StreamFailures.broken("the slot held by another session than the one that streams");
            }
            return sender;
        } catch (SQLException e) {
            sender.abort();
            throw StreamFailures.of(e);
        } catch (RuntimeException e) {
            sender.abort();
            throw e;
        }
    }

    private WalSender open(Lsn from, int silenceMillis) {
        Connection connection = sessions.openReplication(PostgresSessions.STREAM);
        try {
            ServerIdentity.require(connection, identity);
            return WalSender.start(connection, source, from, silenceMillis);
        } catch (SQLException e) {
            close(connection);
            throw refused(e);
        } catch (RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw StreamFailures.of(e);
        }
    }

    /** START_REPLICATION's own refusals: the slot's state was seen before, so these are races or a foreign slot. */
    private HandoffException refused(SQLException e) {
        return switch (SourceFailure.state(e)) {
            case "55006" ->
                finding(ErrorCode.SLOT_BUSY, "held by another session", "a slot that nobody else reads", "resume");
            case "42704" -> missing();
            case "55000" -> unreadable();
            default -> StreamFailures.of(e);
        };
    }

    /** Before its promotion nothing can be read from a slot that a standby has synchronised; that passes. */
    private HandoffException unreadable() {
        return inRecovery()
                ? StreamFailures.broken("a standby, whose slot cannot be read before it is promoted")
                : finding(
                        ErrorCode.SLOT_FOREIGN,
                        "a slot that cannot be streamed from in this database",
                        "the run's logical slot",
                        "start a new run; nothing was changed");
    }

    private boolean inRecovery() {
        return sessions.ask("asking for recovery", session -> {
            try (PreparedStatement query = session.prepareStatement("SELECT pg_is_in_recovery()");
                    ResultSet row = query.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        });
    }

    /** Throws what stands against streaming from {@code from}. */
    void refuse(Optional<SlotStatus> found, Lsn from) {
        SlotStatus status = found.orElseThrow(this::missing);
        if (status.walStatus().equals("lost") || status.restart().isEmpty()) {
            throw finding(
                    ErrorCode.SLOT_LOST,
                    "wal_status " + status.walStatus() + ", no log kept",
                    "the log since " + from,
                    "raise max_slot_wal_keep_size and start a new run: what was removed cannot be streamed any more");
        }
        if (!from.covers(status.confirmed())) {
            throw finding(
                    ErrorCode.SLOT_AHEAD,
                    "confirmed_flush_lsn " + status.confirmed(),
                    "at most the run's position " + from,
                    "start a new run: somebody else has acknowledged changes that this run has not applied");
        }
    }

    private HandoffException missing() {
        return finding(
                ErrorCode.SLOT_MISSING,
                "no such slot",
                "the slot created by this run",
                "start a new run: changes made without the slot cannot be streamed");
    }

    private HandoffException finding(ErrorCode code, String observed, String required, String remedy) {
        return new HandoffException(new Finding(code, "slot " + source.slot(), observed, required, remedy));
    }
}
