package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import java.util.Locale;

/** The ways in which the stream's content stops a run (R9, R10). Never a value in the text (R11). */
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
        return new HandoffException(new Finding(
                ErrorCode.SCHEMA_CHANGED,
                "relation " + relation,
                observed,
                required,
                "bring the target's table in line and start a new run, or undo the change at the source"));
    }

    static HandoffException identityChanged(Relation relation, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.IDENTITY_CHANGED,
                "relation " + relation,
                observed,
                required,
                "restore the replica identity and start a new run: changes made meanwhile carried no key"));
    }
}
