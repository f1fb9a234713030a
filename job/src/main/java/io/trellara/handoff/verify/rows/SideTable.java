package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A relation at a server of one kind: how it is asked for rows, and what is answered. Pure, but for reading. */
sealed interface SideTable permits PostgresTable, MysqlTable {
    /** The condition that a row's key lies in the range, whose bounds are cells of this side; empty for every row. */
    String within(KeyRange range);

    /**
     * The condition that a row's key is one of these, as the server's equality has it: it may admit others too.
     *
     * @param keys cells of this side; at least one
     */
    String among(List<Key> keys);

    /**
     * The query for a count of rows, a count of digests, and the sums of the digests' halves.
     *
     * @param condition empty for every row
     */
    String sums(String condition);

    /** Reads whole rows. */
    void read(Connection session, String condition, RowSink sink) throws SQLException;

    /** The plain cell, as a source of this kind gives it, of what the server has sent for a column. */
    String cell(int column, byte[] sent);

    /** The algorithm of {@link #sums}, of which the first 128 bits count. */
    MessageDigest digest();

    /** Feeds what the server itself digests in {@link #sums}. */
    void canonical(byte[] @Nullable [] sent, MessageDigest into);

    /** What takes rows. */
    interface RowSink {
        /** @param sent what the server has sent for each column; null for NULL */
        void row(byte[] @Nullable [] sent);
    }
}
