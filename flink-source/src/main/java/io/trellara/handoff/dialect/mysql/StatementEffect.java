package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import java.util.List;

/** What a statement in the log means for the relations of a run. */
sealed interface StatementEffect {
    /** What it does to the transaction around it. */
    enum Control implements StatementEffect {
        /** More events follow in the same transaction. */
        BEGIN,
        /** The transaction ends. */
        COMMIT,
        /** The transaction ends without effect: what it holds besides was in tables without transactions. */
        ROLLBACK,
        /** Nothing that the log does not tell otherwise. */
        SAVEPOINT,
        XA_START,
        XA_END,
        /** A prepared transaction is committed or rolled back, in a transaction of its own. */
        XA_DECIDED
    }

    /** Changes neither rows nor shape of any table that exists. */
    record Harmless() implements StatementEffect {}

    /** Empties tables without telling their rows. */
    record Truncates(Relation relation) implements StatementEffect {}

    /** Changes, moves or removes these tables. */
    record Reshapes(List<Relation> relations) implements StatementEffect {
        public Reshapes {
            relations = List.copyOf(relations);
        }
    }

    /** Removes or alters a schema with all its tables. */
    record Schema(String name) implements StatementEffect {}

    /** Changes rows that are not told. */
    record Rows() implements StatementEffect {}

    /** Not understood. */
    record Unknown() implements StatementEffect {}
}
