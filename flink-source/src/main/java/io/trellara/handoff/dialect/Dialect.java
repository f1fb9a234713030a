package io.trellara.handoff.dialect;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TimelineEnd;
import java.util.List;
import java.util.Optional;

/**
 * The only door to a source. Every method opens, uses and closes its own connections unless it returns something to
 * close, blocks, and may be called from any one thread at a time. Failures are {@code HandoffException}s.
 */
public interface Dialect {
    /**
     * Everything that stands against a run and everything an operator should know, found read-only; the source is ready
     * when none of it refuses ({@code Finding.refuses}).
     */
    List<Finding> check();

    /** The server that answers now (R8). */
    Identity identity();

    /**
     * Where the log ends on disk now: covers everything that the stream was ever sent, and every later view covers it.
     * A fresh floor (design §15).
     *
     * @param identity the source that the run is bound to: at another one it halts with SOURCE_CHANGED (R8)
     * @param reached what the stream was sent: a server that sends before it counts as executed is waited for
     */
    Position currentPosition(String identity, Position reached);

    /**
     * The same for who has looked at rows: covers whatever any session could see by now, also what was visible before
     * it was on disk. Waits until the stream can be sent that far.
     *
     * @param reached as for {@link #currentPosition}
     */
    default Position visibleEnd(String identity, Position reached) {
        return currentPosition(identity, reached);
    }

    /**
     * The timelines that {@code now}'s own descends from, oldest first; empty for a server that was never promoted.
     *
     * @param now the server that answered; where another one answers by now it halts with SOURCE_CHANGED
     */
    List<TimelineEnd> history(Identity now);

    /**
     * Creates the publication where it is missing and that is allowed; does nothing where it exists and covers all, or
     * where the source needs none.
     */
    void ensurePublication();

    /**
     * How the log stands to a run that has come as far as that: for those who look on, no step of a run goes by it.
     * Empty where the source does not tell.
     *
     * @param identity as for {@link #currentPosition}
     */
    default Optional<LogReading> readLog(String identity, Position reached) {
        return Optional.empty();
    }

    /** For asking {@link #readLog} again and again; connects when it is first asked. */
    default LogSession openLog(String identity) {
        return reached -> readLog(identity, reached);
    }

    /** The run's slot as it is now; empty where there is none, as in sources that keep their log by age. */
    Optional<SlotStatus> slot();

    /** Drops the run's slot; does nothing where there is none; halts with SLOT_BUSY where another session holds it. */
    void dropSlot();

    /**
     * Requires that the source still holds its log behind {@code position}, and will hand it out from there (R7, R8):
     * SLOT_MISSING, SLOT_LOST and SLOT_AHEAD, or BINLOG_PURGED.
     */
    void requireLog(Position position);

    /**
     * Whether a view can be given to others (PostgreSQL's exported snapshots). Else each reader opens its own by
     * {@link #openOwnView}, with a boundary of its own, and views opened here serve to plan by.
     */
    default boolean sharesViews() {
        return true;
    }

    /**
     * Opens the run's first view, whose boundary is where the stream starts (R1). On PostgreSQL that creates the run's
     * persistent slot and exports its view (wave 0), at the slot's consistent point.
     *
     * @param identity the source that the run is bound to, {@code Identity.text()}: at another one it halts with
     *     SOURCE_CHANGED and creates nothing (R8)
     */
    View openMainView(String identity, WaitListener waits);

    /** Opens a later view, settled (R12); {@code identity} as for the main view. */
    View openView(String identity, WaitListener waits);

    /**
     * Reads the schemas of all configured relations inside the view, after locking each in ACCESS SHARE MODE and
     * requiring that none was rewritten since the view was opened (R9).
     */
    List<RelationSchema> readSchemas(ViewTicket view);

    /** The schemas of all configured relations as they are now, read without a view: for preflight only. */
    List<RelationSchema> presentSchemas();

    /** The contract findings of now against {@code contract}, without a view; empty when they agree (R9). */
    List<Finding> checkContract(List<RelationSchema> contract);

    /**
     * The text that each configured relation's fingerprint is the SHA-256 of, as the relation is now; of relations that
     * are missing there is none. It holds what the catalog says of them, and no row's value.
     */
    default List<String> contractTexts() {
        return List.of();
    }

    /**
     * Cuts the relation into ranges of about {@code rows} rows each, in key order, the first and last one open-ended.
     */
    List<KeyRange> planChunks(ViewTicket view, RelationSchema schema, long rows);

    /**
     * The same as the relation is now, without a view: bounds of chunks need not be true of any moment. SCHEMA_CHANGED
     * and its kin where it is not as {@code schema} says (R9).
     */
    List<KeyRange> planChunks(RelationSchema schema, long rows);

    /**
     * Imports a view into a session of the caller's own, for reading chunks; other relations are entered when first
     * read. Only where views are shared.
     */
    ViewSession importView(ViewTicket view, List<RelationSchema> contract);

    /** Opens a view for the calling reader alone; only where views are not shared. */
    default OwnView openOwnView(OwnView.Order order, WaitListener waits) {
        throw HandoffException.bug("source", "a view of a reader's own", "one that is shared");
    }

    /** How many readers may have a view of their own in one wave; the others wait for their turn. */
    default int ownViewsAtOnce() {
        return Integer.MAX_VALUE;
    }

    /** Looks after views that readers have opened for themselves (R12); only where views are not shared. */
    default OwnView.Watch watchOwnViews() {
        throw HandoffException.bug("source", "a watch on readers' own views", "views that are shared");
    }

    /**
     * Opens an exact view of its own for a comparison, settled (R12), and keeps the log behind it. The run's slot and
     * its position are not touched.
     *
     * @param identity the source that the run is bound to: at another one it halts with SOURCE_CHANGED (R8)
     * @param contract the relations that are to be compared: SCHEMA_CHANGED and its kin where one differs (R9)
     */
    default ComparedView openComparedView(String identity, List<RelationSchema> contract, WaitListener waits) {
        throw HandoffException.bug("source", "a view to compare in", "a source that offers one");
    }

    /**
     * Opens a session in that view, in any process; on MySQL as many at once as readers may have views of their own.
     *
     * @param identity as for the view
     * @param contract the relations that the session may be asked to enter
     * @throws HandoffException VIEW_LOST where the view has ended, also by being asked for its changes
     */
    default ComparedSession openComparedSession(
            String identity, ViewTicket view, List<RelationSchema> contract, WaitListener waits) {
        throw HandoffException.bug("source", "a session to compare in", "a source that offers one");
    }

    /**
     * Starts streaming from the run's slot; the first transaction handed out is the first not covered by {@code from}.
     *
     * @param identity the source that the run is bound to: at another one it halts with SOURCE_CHANGED (R8)
     */
    ChangeStream openStream(String identity, Position from, List<RelationSchema> contract);

    /**
     * How the source orders keys, for a stream's gate; connects when it is first asked something that Java cannot tell.
     *
     * @param identity as for the stream
     */
    default KeyOrdering openKeyOrdering(String identity) {
        return KeyOrdering.PLAIN;
    }

    /**
     * Reads unchanged large columns of one row as it is now, by key; empty where the row is gone (R3).
     *
     * @param identity as for the stream
     */
    RowLookup openLookup(String identity);
}
