package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Holds a write in mid-statement, in the database that it goes to, so that a process can be killed or frozen exactly
 * there. Production code knows nothing of it: a trigger waits for a lock that this object's session has. One thread.
 */
public final class HeldWrite implements AutoCloseable {
    private static final AtomicInteger HELD = new AtomicInteger(20_261);
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final ConnectionConfig database;
    private final Condition condition;
    private final Connection session;
    /** A lock and a trigger of its own: several points of one run may be held, one after the other. */
    private final int lock = HELD.incrementAndGet();

    private final String name = "a_held_write_" + lock;

    private HeldWrite(ConnectionConfig database, Condition condition) throws SQLException {
        this.database = database;
        this.condition = condition;
        this.session = TestServer.open(database);
    }

    /**
     * Which write is held.
     *
     * @param event INSERT or UPDATE
     * @param pauseSeconds SQL: what each such write takes longer, whether held or not
     * @param write SQL on NEW and OLD: such a write
     * @param moment SQL: whether it is held now
     */
    public record Condition(String table, String event, String pauseSeconds, String write, String moment) {}

    /** From now on the writes at this point are held. */
    public static HeldWrite at(ConnectionConfig database, FaultPoint point) throws SQLException {
        return at(database, point.condition());
    }

    /** From now on such writes are held. */
    public static HeldWrite at(ConnectionConfig database, Condition condition) throws SQLException {
        HeldWrite held = new HeldWrite(database, condition);
        try {
            held.install();
            return held;
        } catch (SQLException e) {
            held.session.close();
            throw e;
        }
    }

    private void install() throws SQLException {
        run("SELECT pg_advisory_lock(" + lock + ")");
        run(String.format(
                Locale.ROOT, """
                CREATE FUNCTION public.%s() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF %s THEN
                        PERFORM pg_sleep(%s);
                        IF %s THEN
                            PERFORM pg_advisory_xact_lock_shared(%d);
                        END IF;
                    END IF;
                    RETURN NEW;
                END $$""", name, condition.write(), condition.pauseSeconds(), condition.moment(), lock));
        run("CREATE TRIGGER " + name + " BEFORE " + condition.event() + " ON " + condition.table()
                + " FOR EACH ROW EXECUTE FUNCTION public." + name + "()");
        run("ALTER TABLE " + condition.table() + " ENABLE ALWAYS TRIGGER " + name);
    }

    /** Waits until a write is held; fails where the job ends first or never comes here: the fault must fire. */
    public void awaitHeld(RunningJob job) {
        await("held at " + condition, job, () -> !waiting().isEmpty());
    }

    /** The port that a held write's session comes from: it tells whose process holds it. */
    public int port() throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT client_port FROM pg_stat_activity WHERE pid = "
                        + waiting().get(0))) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Waits until somebody waits for what a held transaction has locked. */
    public void awaitQueued(RunningJob job) {
        await("queued behind " + condition, job, this::queued);
    }

    /** Waits until nobody is held any more, since whoever was has lost his session. */
    public void awaitLost(RunningJob job) {
        await("a lost session at " + condition, job, () -> waiting().isEmpty());
    }

    /** Lets everything pass, what is held now and what comes later. */
    public void release() throws SQLException {
        run("SELECT pg_advisory_unlock_all()");
    }

    /** Ends the sessions that are held: their process is dead, but a waiting server process does not see that. */
    public void endHeld() throws SQLException {
        for (int pid : waiting()) {
            run("SELECT pg_terminate_backend(" + pid + ", 10000)");
        }
        run("DROP TRIGGER IF EXISTS " + name + " ON " + condition.table());
        release();
    }

    private boolean queued() {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity a"
                        + " WHERE pg_blocking_pids(a.pid) && (SELECT array_agg(pid) FROM pg_locks"
                        + " WHERE locktype = 'advisory' AND NOT granted AND objid = " + lock + ")")) {
            row.next();
            return row.getInt(1) > 0;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private List<Integer> waiting() {
        List<Integer> pids = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
                        + " AND NOT granted AND objid = " + lock
                        + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")) {
            while (rows.next()) {
                pids.add(rows.getInt(1));
            }
            return pids;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void await(String what, RunningJob job, BooleanSupplier reached) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!reached.getAsBoolean()) {
            if (!job.isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("not " + what + ": " + job);
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }

    @Override
    public String toString() {
        return "write held in " + database.url() + " at " + condition;
    }
}
