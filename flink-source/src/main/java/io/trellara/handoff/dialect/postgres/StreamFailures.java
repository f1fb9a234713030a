package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import java.sql.SQLException;
import java.util.Locale;

/**
 * The ways in which a stream, by its content or its connection, stops a run (R9, R10). Never a value in the text (R11).
 */
final class StreamFailures {
    private StreamFailures() {}

    /** A byte that names no message or cell of protocol version 1. */
    static HandoffException unknown(String what, byte code) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_UNKNOWN_MESSAGE,
                "stream",
                String.format(Locale.ROOT, "%s 0x%02x", what, code),
                "a message of pgoutput's protocol version 1",
                "report the server's version; nothing after this message was applied"));
    }

    static HandoffException malformed(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_MALFORMED,
                "stream",
                observed,
                "a whole and consistent pgoutput message",
                "report this with the server's version; nothing after this message was applied"));
    }

    static HandoffException schemaChanged(Relation relation, String observed, String required) {
        return new HandoffException(
                new Finding(
                        ErrorCode.SCHEMA_CHANGED,
                        "relation " + relation,
                        observed,
                        required,
                        "undo the change and resume, or change the target's table too and accept it: handoff resume --refresh-schema"));
    }

    static HandoffException identityChanged(Relation relation, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.IDENTITY_CHANGED,
                "relation " + relation,
                observed,
                required,
                "restore the replica identity, then handoff resume --refresh-schema --relation " + relation
                        + ": changes made meanwhile carried no key"));
    }

    /** Old minor releases leave a large key out of a change altogether: it could be any row's. */
    static HandoffException keyLeftOut(Relation relation) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_VERSION_DEFECTIVE,
                "relation " + relation,
                "a change of a row whose large key was left out",
                "a server that sends the old key with it, as current minor releases do",
                "update the source server, then start a new run; or copy the relation without that column in its key"));
    }

    /** The connection is gone, or the server has ended the stream; the next attempt may succeed. */
    static HandoffException broken(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_FAILED,
                "stream",
                observed,
                "an unbroken replication connection",
                "nothing: the stream starts again where it was; look at the source server's log if it recurs"));
    }

    /** The server's error that ended a stream, by its SQL state. */
    static HandoffException of(SQLException e) {
        String state = SourceFailure.state(e);
        return switch (state) {
            case "42704" -> publicationChanged();
            case "58P01" ->
                new HandoffException(new Finding(
                        ErrorCode.SLOT_LOST,
                        "stream",
                        "a part of the log that is gone, SQL state " + state,
                        "the log since the run's position",
                        "start a new run: what was removed cannot be streamed any more"));
            default -> broken(state.isEmpty() ? "no answer" : "SQL state " + state);
        };
    }

    /** A warning inside the stream. From 18 on a missing publication is no more than that. */
    static HandoffException warned(String state) {
        return switch (state) {
            case "42704", "55000" -> publicationChanged();
            default ->
                new HandoffException(new Finding(
                        ErrorCode.STREAM_UNKNOWN_MESSAGE,
                        "stream",
                        "a warning of SQL state " + state,
                        "a stream without warnings",
                        "look at the source server's log; nothing after the warning was applied"));
        };
    }

    private static HandoffException publicationChanged() {
        return new HandoffException(new Finding(
                ErrorCode.PUBLICATION_CHANGED,
                "stream",
                "the publication missing where the stream is in the log",
                "the publication, unbroken since before the slot was created",
                "start a new run: changes made without the publication were not sent"));
    }
}
