package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;

/** The ways in which the binary log, by its content or its connection, stops a run. Never a value in the text (R11). */
final class BinlogFailures {
    private static final String STREAM = "stream";

    private BinlogFailures() {}

    static HandoffException malformed(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_MALFORMED,
                STREAM,
                observed,
                "a whole and consistent event of the binary log",
                "report this with the server's version; nothing after this event was applied"));
    }

    static HandoffException unknown(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_UNKNOWN_MESSAGE,
                STREAM,
                observed,
                "an event of MySQL's binary log, 8.0 to 9.x, that is understood",
                "report the server's version; nothing after this event was applied"));
    }

    static HandoffException broken(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_FAILED,
                STREAM,
                observed,
                "an unbroken replication connection",
                "nothing: the stream starts again where it was; look at the source server's log if it recurs"));
    }

    static HandoffException schemaChanged(Relation relation, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.SCHEMA_CHANGED,
                "relation " + relation,
                observed,
                required,
                "bring the target's table in line and start a new run, or undo the change at the source"));
    }

    /** A change that the log tells as the statement that made it, not as rows. */
    static HandoffException statement(String title) {
        return new HandoffException(new Finding(
                ErrorCode.BINLOG_STATEMENT,
                STREAM,
                "a change told as a statement (" + title + ")",
                "changes written as rows (binlog_format = ROW in every session)",
                "find the session that switches binlog_format; start a new run: which rows it changed is not known"));
    }

    static HandoffException rowImage(Relation relation, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.BINLOG_ROW_IMAGE,
                "relation " + relation,
                observed,
                "whole rows (binlog_row_image = FULL, binlog_row_value_options without PARTIAL_JSON, in every session)",
                "find the session that switches it; start a new run: the rest of that row is not in the log"));
    }

    static HandoffException xa(Relation relation) {
        return new HandoffException(new Finding(
                ErrorCode.BINLOG_XA,
                "relation " + relation,
                "a change inside an XA transaction that was prepared",
                "no two-phase XA transaction that touches the dataset",
                "commit the transaction, then start a new run, or leave the relation out"));
    }

    static HandoffException tooLarge(long bytes) {
        return new HandoffException(new Finding(
                ErrorCode.BINLOG_XA,
                STREAM,
                "an XA transaction of more than " + bytes + " bytes",
                "XA transactions that can be held until they end",
                "split the transaction at the source, then start a new run"));
    }

    static HandoffException purged(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.BINLOG_PURGED,
                STREAM,
                observed,
                "the binary log since the run's position",
                "start a new run, and raise binlog_expire_logs_seconds: what was purged cannot be streamed any more"));
    }

    static HandoffException sourceChanged(String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_CHANGED,
                "source",
                observed,
                required,
                "point source.url at a server that holds the run's history, or start a new run"));
    }

    /** Places in a log only grow: the log was begun anew, and may use the GTIDs again that the run has taken. */
    static HandoffException placeTaken(Commit commit, Lsn reached) {
        return reset("transaction " + commit, "places from " + reached + " on");
    }

    /** A GTID of the run's position, as the server hands it out now, is another transaction. */
    static HandoffException used(Gtid gtid) {
        return reset("transaction " + gtid + ", made at another time", "the transaction that the run has taken");
    }

    /** The log goes on without the transaction that the run has taken last. */
    static HandoffException lastMissing(Gtid gtid) {
        return reset("other transactions before " + gtid, "those that follow it");
    }

    private static HandoffException reset(String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_CHANGED,
                "source",
                observed,
                required,
                "start a new run: the binary log was reset or begun anew, and what was in it cannot be told any more"));
    }

    /** Judged when the run starts again. */
    static HandoffException otherServer(String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_PROMOTED,
                "source server",
                observed,
                required,
                "nothing: the run starts again, and then judges whether it may follow"));
    }

    static HandoffException refused(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_AUTHENTICATION,
                "source",
                observed,
                "a user who may read the binary log (REPLICATION SLAVE)",
                "check source.username and source.password, and GRANT REPLICATION SLAVE ON *.* to the user"));
    }
}
