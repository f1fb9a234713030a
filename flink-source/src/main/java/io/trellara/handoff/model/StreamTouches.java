package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The chunks that the stream has seen changes of in a part of the log, whatever became of those changes. Complete: what
 * is not named was not changed by any transaction that {@code to} covers and {@code from} does not.
 *
 * @param from where the stream's reader stood before
 * @param to where it stood after; some of what is named may be of transactions beyond
 */
public record StreamTouches(Position from, Position to, Map<Relation, TouchedChunks> relations)
        implements Serializable {
    private static final long serialVersionUID = 1;

    public StreamTouches {
        relations = new LinkedHashMap<>(relations);
    }

    /** Both parts as one; empty where {@code next} does not begin where this ends: what lies between is not known. */
    public Optional<StreamTouches> then(StreamTouches next) {
        if (!to.covers(next.from) || !next.to.covers(to)) {
            return Optional.empty();
        }
        Map<Relation, TouchedChunks> both = new LinkedHashMap<>();
        add(both, relations);
        add(both, next.relations);
        return Optional.of(new StreamTouches(from, next.to, both));
    }

    /** Adds what is noted in {@code more}; that stays as it is. */
    public static void add(Map<Relation, TouchedChunks> touched, Map<Relation, TouchedChunks> more) {
        more.forEach((relation, chunks) ->
                touched.computeIfAbsent(relation, r -> new TouchedChunks()).addAll(chunks));
    }
}
