package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;

/**
 * A row of {@code stream_touches}: a chunk that the stream has seen changes of.
 *
 * @param chunk its number, of whatever plan was in force then; {@link #ALL} for all of the relation
 * @param window the newest in which it was touched
 */
public record StreamTouch(Relation relation, int chunk, long window) {
    /** In place of a chunk's number. */
    public static final int ALL = -1;
}
