package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeHandler.Truncated;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes pgoutput messages of protocol version 1 and calls a {@link ChangeHandler}. Pure; one thread; one per
 * connection, since the server describes each relation once per connection.
 *
 * <p>Transactions that {@code from} covers are decoded but not handed out: PostgreSQL resumes at the position it has on
 * disk, which may be older than what was acknowledged (R7). Changes of relations outside the contract are passed over
 * by decision: a publication may be shared. Anything not understood is a halt (R10).
 *
 * <p>A hot path: tuples are reused, and nothing is allocated per cell or change.
 */
final class PgOutputDecoder {
    /** Microseconds from 1970-01-01 to 2000-01-01, PostgreSQL's epoch. */
    private static final long EPOCH_MICROS = 946_684_800_000_000L;

    private static final int TRUNCATE_CASCADE = 1, TRUNCATE_RESTART_SEQS = 2;

    private final StreamContract contract;
    private final Lsn from;
    private final Map<Integer, StreamedRelation> relations = new HashMap<>();
    private final PgOutputCursor cursor = new PgOutputCursor();
    private final Tuple before = new Tuple();
    private final Tuple after = new Tuple();

    private boolean inTransaction;
    private boolean covered;
    private long commit;
    private long end;
    private int lastOid;
    private @Nullable StreamedRelation lastRelation;

    PgOutputDecoder(StreamContract contract, Lsn from) {
        this.contract = contract;
        this.from = from;
    }

    /**
     * Decodes one message.
     *
     * @return the number of calls made to {@code handler}, 0 or 1
     */
    int decode(byte[] bytes, int offset, int length, ChangeHandler handler) {
        cursor.open(bytes, offset, length);
        byte type = cursor.int8();
        return switch (type) {
            case 'B' -> begin(handler);
            case 'C' -> commit(handler);
            case 'R' -> relation();
            case 'Y' -> type();
            case 'I' -> insert(handler);
            case 'U' -> update(handler);
            case 'D' -> delete(handler);
            case 'T' -> truncate(handler);
            case 'O' -> origin();
            case 'M' -> message();
            default -> throw StreamFailures.unknown("message", type);
        };
    }

    /** Whether a Begin was decoded and its Commit was not. */
    boolean inTransaction() {
        return inTransaction;
    }

    /** The end of the last whole transaction; 0 before the first. */
    long end() {
        return end;
    }

    private int begin(ChangeHandler handler) {
        long finalLsn = cursor.int64();
        long micros = cursor.int64() + EPOCH_MICROS;
        long xid = cursor.int32() & 0xFFFF_FFFFL;
        cursor.close();
        if (inTransaction) {
            throw StreamFailures.malformed("Begin inside a transaction");
        }
        inTransaction = true;
        commit = finalLsn;
        covered = from.covers(finalLsn);
        if (covered) {
            return 0;
        }
        handler.begin(Commit.at(finalLsn), micros, xid);
        return 1;
    }

    private int commit(ChangeHandler handler) {
        byte flags = cursor.int8();
        long commitLsn = cursor.int64();
        long endLsn = cursor.int64();
        cursor.int64(); // the commit time, which Begin has told already
        cursor.close();
        requireTransaction("Commit");
        if (flags != 0 || commitLsn != commit || Long.compareUnsigned(endLsn, commitLsn) <= 0) {
            throw StreamFailures.malformed("a Commit that contradicts its Begin");
        }
        inTransaction = false;
        end = endLsn;
        if (covered) {
            return 0;
        }
        handler.commit(new Lsn(endLsn));
        return 1;
    }

    private int relation() {
        RelationMessage message = RelationMessage.read(cursor);
        relations.put(message.oid(), contract.match(message.oid(), message.relation(), message.columns()));
        lastRelation = null;
        return 0;
    }

    private int type() {
        cursor.int32();
        cursor.string();
        cursor.string();
        cursor.close();
        return 0;
    }

    private int insert(ChangeHandler handler) {
        requireTransaction("Insert");
        StreamedRelation relation = relation(cursor.int32());
        newTuple(relation, cursor.int8());
        RelationSchema schema = carried(relation, handler);
        if (schema == null) {
            return 0;
        }
        handler.insert(schema, after);
        return 1;
    }

    private int update(ChangeHandler handler) {
        requireTransaction("Update");
        StreamedRelation relation = relation(cursor.int32());
        byte kind = cursor.int8();
        boolean hasBefore = kind == 'K' || kind == 'O';
        if (hasBefore) {
            cursor.tuple(relation.places(), before);
        }
        newTuple(relation, hasBefore ? cursor.int8() : kind);
        RelationSchema schema = carried(relation, handler);
        if (schema == null) {
            return 0;
        }
        if (hasBefore) {
            KeyImages.require(schema, before);
        }
        KeyImages.complete(schema, after, hasBefore ? before : null);
        handler.update(schema, hasBefore ? before : null, kind == 'K', after);
        return 1;
    }

    private int delete(ChangeHandler handler) {
        requireTransaction("Delete");
        StreamedRelation relation = relation(cursor.int32());
        byte kind = cursor.int8();
        if (kind != 'K' && kind != 'O') {
            throw StreamFailures.unknown("row image of a delete", kind);
        }
        cursor.tuple(relation.places(), before);
        cursor.close();
        RelationSchema schema = carried(relation, handler);
        if (schema == null) {
            return 0;
        }
        KeyImages.require(schema, before);
        handler.delete(schema, before, kind == 'K');
        return 1;
    }

    private int truncate(ChangeHandler handler) {
        requireTransaction("Truncate");
        int count = cursor.int32();
        byte options = cursor.int8();
        if ((options & ~(TRUNCATE_CASCADE | TRUNCATE_RESTART_SEQS)) != 0) {
            throw StreamFailures.unknown("option of a truncate", options);
        }
        List<Truncated> truncated = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StreamedRelation relation = relation(cursor.int32());
            RelationSchema schema = relation.schema();
            if (schema != null) {
                truncated.add(new Truncated(i, schema));
            } else {
                requireSuppressed(relation, handler);
            }
        }
        cursor.close();
        if (covered) {
            return 0;
        }
        if (truncated.isEmpty()) {
            handler.passOver(count);
            return 0;
        }
        handler.truncate(count, truncated, (options & TRUNCATE_CASCADE) != 0, (options & TRUNCATE_RESTART_SEQS) != 0);
        return 1;
    }

    private int origin() {
        requireTransaction("Origin");
        cursor.int64();
        cursor.string();
        cursor.close();
        return 0;
    }

    /** A logical message ({@code pg_logical_emit_message}) is the application's own business; it changes no row. */
    private int message() {
        cursor.int8();
        cursor.int64();
        cursor.string();
        cursor.skipSized();
        cursor.close();
        return 0;
    }

    private void newTuple(StreamedRelation relation, byte kind) {
        if (kind != 'N') {
            throw StreamFailures.unknown("new row image", kind);
        }
        cursor.tuple(relation.places(), after);
        cursor.close();
    }

    /** The schema of a row event that is to be handed out; null where it is passed over, which is told too. */
    private @Nullable RelationSchema carried(StreamedRelation relation, ChangeHandler handler) {
        if (covered) {
            return null;
        }
        RelationSchema schema = relation.schema();
        if (schema == null) {
            requireSuppressed(relation, handler);
            handler.passOver(1);
        }
        return schema;
    }

    private void requireSuppressed(StreamedRelation relation, ChangeHandler handler) {
        StreamedRelation.Difference difference = relation.difference();
        if (difference != null && !covered) {
            handler.requireSuppressed(difference.relation(), difference.failure());
        }
    }

    private StreamedRelation relation(int oid) {
        if (lastRelation != null && lastOid == oid) {
            return lastRelation;
        }
        StreamedRelation found = relations.get(oid);
        if (found == null) {
            throw StreamFailures.malformed("a change before the Relation message of its relation");
        }
        lastOid = oid;
        lastRelation = found;
        return found;
    }

    private void requireTransaction(String message) {
        if (!inTransaction) {
            throw StreamFailures.malformed(message + " outside a transaction");
        }
    }
}
