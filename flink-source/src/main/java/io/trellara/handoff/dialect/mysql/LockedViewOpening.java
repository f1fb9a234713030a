package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens views (design §5). One connection keeps writers out with table locks and reads the GTIDs that are executed by
 * then; the view is opened on another one before the locks are given back. So it holds exactly those. On one connection
 * it would not: opening a view there gives its locks back first.
 *
 * <p>What the locks wait for is named, and the wait has a limit: writers that always overlap can starve it.
 */
final class LockedViewOpening {
    /** Tables of one statement; MySQL joins 61 at most. */
    private static final int TABLES_AT_ONCE = 50;

    /** The view's own locks wait for nobody but a DDL statement, which then waits for us: it goes first. */
    private static final int OWN_LOCKS_SECONDS = 1;

    /**
     * So long the locks may be held without a word from us: then the server gives them back, and writers go on. An
     * attempt whose locks are gone fails at giving them back.
     */
    private static final int SILENCE_SECONDS = 5;

    private static final int BETWEEN_ATTEMPTS_SECONDS = 3600;

    private final MysqlSessions sessions;
    private final LockLimits limits;
    private final LockPauses pauses;
    private final LongSupplier nanoTime;
    private final GtidSet floor;

    LockedViewOpening(MysqlSessions sessions, LockLimits limits, LockPauses pauses, LongSupplier nanoTime) {
        this(sessions, limits, pauses, nanoTime, GtidSet.EMPTY);
    }

    private LockedViewOpening(
            MysqlSessions sessions, LockLimits limits, LockPauses pauses, LongSupplier nanoTime, GtidSet floor) {
        this.floor = floor;
        this.sessions = sessions;
        this.limits = limits;
        this.pauses = pauses;
        this.nanoTime = nanoTime;
    }

    /** The same for views whose boundaries must cover these transactions (R2). */
    LockedViewOpening above(GtidSet transactions) {
        return new LockedViewOpening(sessions, limits, pauses, nanoTime, transactions);
    }

    /**
     * Opens a view of these relations at the server that the run is bound to (R8).
     *
     * @throws HandoffException VIEW_STARVED where the locks were not granted in time, naming who holds them
     */
    LockedView open(String identity, List<Relation> relations, WaitListener waits) {
        long start = nanoTime.getAsLong();
        try (Connection locks = sessions.openControl(MysqlSessions.LOCK)) {
            MysqlIdentity.require(locks, identity);
            ExecutedGtids.await(locks, floor, limits.timeout());
            execute(locks, "SET SESSION lock_wait_timeout = " + limits.attempt().toSeconds());
            for (int attempt = 1; ; attempt++) {
                Optional<LockedView> view = attempt(locks, relations, new Progress(identity, start, attempt));
                if (view.isPresent()) {
                    return view.get();
                }
                execute(locks, "SET SESSION wait_timeout = " + BETWEEN_ATTEMPTS_SECONDS); // it holds nothing now
                WaitHolder blocker = blocker(locks, relations);
                waits.waiting(new Wait(WaitKind.TABLE_LOCKS, limits.strategy().statement(), elapsed(start), blocker));
                if (elapsed(start).compareTo(limits.timeout()) >= 0) {
                    throw starved(locks, attempt, blocker);
                }
                pauses.pause();
            }
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), "opening a view", e);
        }
    }

    /** Where an opening stands. */
    private record Progress(String identity, long start, int attempt) {}

    /** Empty where a lock was not granted in its time. */
    private Optional<LockedView> attempt(Connection locks, List<Relation> relations, Progress progress)
            throws SQLException {
        @Nullable Connection reader = sessions.open(MysqlSessions.VIEW);
        try {
            MysqlIdentity.require(reader, progress.identity()); // a URL may lead each connection to another server
            execute(reader, "SET SESSION lock_wait_timeout = " + OWN_LOCKS_SECONDS);
            requireRepeatableRead(reader);
            int id = Integer.parseUnsignedInt(value(reader, "SELECT CONNECTION_ID()"));
            execute(locks, "SET SESSION wait_timeout = " + SILENCE_SECONDS);
            execute(locks, lock(relations));
            Duration wait = elapsed(progress.start());
            long locked = nanoTime.getAsLong();
            GtidSet executed;
            try {
                executed = ExecutedGtids.read(locks);
                reader.setNetworkTimeout(Runnable::run, SILENCE_SECONDS * 1000);
                begin(reader, relations);
            } finally {
                execute(locks, "UNLOCK TABLES");
            }
            reader.setNetworkTimeout(Runnable::run, 0);
            OwnView.Cost cost = new OwnView.Cost(wait, elapsed(locked), progress.attempt());
            LockedView view = new LockedView(reader, id, BinlogPosition.of(executed), relations, cost);
            reader = null;
            return Optional.of(view);
        } catch (SQLException e) {
            if (e.getErrorCode() == MysqlFailure.LOCK_WAIT_TIMEOUT) {
                return Optional.empty();
            }
            throw e;
        } finally {
            if (reader != null) {
                reader.close();
            }
        }
    }

    private String lock(List<Relation> relations) {
        return switch (limits.strategy()) {
            case LOCK_TABLES -> "LOCK TABLES " + MysqlText.list(relations, r -> MysqlText.table(r) + " READ");
            case FLUSH_TABLES -> "FLUSH TABLES " + MysqlText.list(relations, MysqlText::table) + " WITH READ LOCK";
        };
    }

    /**
     * The snapshot, and then a metadata lock on every relation: with the writers still out, none of them can be altered
     * in between.
     */
    private static void begin(Connection reader, List<Relation> relations) throws SQLException {
        try (Statement statement = reader.createStatement()) {
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            requireNoWarning(statement);
            for (int from = 0; from < relations.size(); from += TABLES_AT_ONCE) {
                List<Relation> some = relations.subList(from, Math.min(relations.size(), from + TABLES_AT_ONCE));
                statement
                        .executeQuery("SELECT 1 FROM " + MysqlText.list(some, MysqlText::table) + " LIMIT 0")
                        .close();
            }
        }
    }

    /** In any other isolation level a consistent snapshot pins nothing. */
    static void requireRepeatableRead(Connection reader) throws SQLException {
        String level = value(reader, "SELECT @@SESSION.transaction_isolation");
        if (!level.equals("REPEATABLE-READ")) {
            throw notPinned("isolation level " + level);
        }
    }

    /** The server tells only by a warning that it has opened no snapshot. */
    static void requireNoWarning(Statement statement) throws SQLException {
        if (statement.getWarnings() != null) {
            throw notPinned("warning " + statement.getWarnings().getErrorCode());
        }
    }

    private static HandoffException notPinned(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.VIEW_NOT_PINNED,
                "view",
                observed + " at START TRANSACTION WITH CONSISTENT SNAPSHOT",
                "a snapshot in isolation level REPEATABLE READ",
                "see whether a proxy stands before the server and changes sessions; connect to the server itself"));
    }

    private WaitHolder blocker(Connection locks, List<Relation> relations) throws SQLException {
        long ours = Long.parseLong(value(locks, "SELECT CONNECTION_ID()"));
        return new LockBlockers(sessions).of(relations, ours).orElse(WaitHolder.unnamed("writers that always overlap"));
    }

    private HandoffException starved(Connection locks, int attempts, WaitHolder blocker) throws SQLException {
        String count = value(locks, "SELECT @@GLOBAL.max_write_lock_count");
        return new HandoffException(new Finding(
                ErrorCode.VIEW_STARVED,
                "view",
                limits.strategy().statement() + " not granted in " + attempts + " attempts within "
                        + limits.timeout().toSeconds() + " s, max_write_lock_count " + count + ", last behind "
                        + blocker.text(),
                "a moment without an open write to the relations",
                "end that transaction; where writers always overlap, SET GLOBAL max_write_lock_count = 8, or set"
                        + " source.lock-strategy: flush-tables, or raise source.view-timeout; then resume"));
    }

    private Duration elapsed(long since) {
        return Duration.ofNanos(nanoTime.getAsLong() - since);
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String value(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
