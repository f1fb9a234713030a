package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a relation id of the stream stands for, as its last Relation message told: a relation of the contract with the
 * place of each of the message's columns, one that differs from the contract, or one that the run does not copy.
 *
 * <p>A difference matters only when a change that is to be taken uses the relation: transactions before the relation
 * was copied may show an older shape, which is no fault.
 */
final class StreamedRelation {
    private final @Nullable RelationSchema schema;
    private final int[] places;
    private final @Nullable Difference difference;

    private StreamedRelation(@Nullable RelationSchema schema, int[] places, @Nullable Difference difference) {
        this.schema = schema;
        this.places = places;
        this.difference = difference;
    }

    /** How a relation differs from its contract. */
    record Difference(Relation relation, HandoffException failure) {}

    static StreamedRelation agreeing(RelationSchema schema, int[] places) {
        return new StreamedRelation(schema, places, null);
    }

    static StreamedRelation differing(int columns, Relation relation, HandoffException failure) {
        return new StreamedRelation(null, identity(columns), new Difference(relation, failure));
    }

    /** A relation outside the dataset that the publication covers too: its changes are passed over, by decision. */
    static StreamedRelation foreign(int columns) {
        return new StreamedRelation(null, identity(columns), null);
    }

    private static int[] identity(int columns) {
        int[] places = new int[columns];
        Arrays.setAll(places, i -> i);
        return places;
    }

    /** The contract's schema; null where the run does not carry the relation, or it differs. */
    @Nullable
    RelationSchema schema() {
        return schema;
    }

    /** How it differs from the contract; null where it does not. */
    @Nullable
    Difference difference() {
        return difference;
    }

    /** For each column of the message its index in the schema; counts up where there is none. */
    int[] places() {
        return places;
    }
}
