package io.trellara.handoff.sink;

import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.LineConversion;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Writes rows in the transactions of one session. A row's key decides what becomes of it; nothing is silently left out
 * or altered (R10). After any exception it is not to be used again. One thread.
 */
interface TargetWrites extends AutoCloseable {
    Connection connection();

    /** Called first in each transaction, after the fence. */
    void begin() throws SQLException;

    /** How a relation's rows become those of its table; throws TARGET_CHANGED where it does not fit. */
    LineConversion conversion(RelationSchema schema) throws SQLException;

    /** Takes copied rows, and converts them; they may wait for company until {@link #finishCopies}. */
    void copy(CopyBlock block) throws SQLException;

    /** Brings every copied row into its table. */
    void finishCopies() throws SQLException;

    /** The relation that copied rows are being written to, for errors. */
    String copying();

    /** Applies what a flush does to the keys of one relation, converted, deletes first. */
    void apply(RelationSchema schema, Collection<NetChange> changes) throws SQLException;

    /** Deletes all rows of a relation. */
    void empty(RelationSchema schema) throws SQLException;

    void commit() throws SQLException;

    /** Breaks the connection; what is not committed is rolled back by the server. */
    @Override
    void close();
}
