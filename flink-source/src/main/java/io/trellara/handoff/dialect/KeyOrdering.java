package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyComparator;
import io.trellara.handoff.model.RelationSchema;
import java.util.Comparator;

/** Orders keys as the source does, asking it where Java cannot tell (design §6). One thread. */
public interface KeyOrdering extends AutoCloseable {
    /** The order of a relation whose key has one ({@link RelationSchema#keyOrdered}). */
    Comparator<Key> of(RelationSchema schema);

    @Override
    void close();

    /** Keys that Java alone compares. */
    KeyOrdering PLAIN = new KeyOrdering() {
        @Override
        public Comparator<Key> of(RelationSchema schema) {
            return KeyComparator.of(schema);
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    };
}
