package io.trellara.handoff.read;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.ChunkNotes;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes the chunk of every change on its way to the gate, before anything is decided of it: also of changes that are
 * suppressed, or that were emitted before a restart. A moved key is a change of both of its chunks.
 */
final class NotingChanges implements ChangeHandler {
    private final ChunkNotes notes;
    private final ChangeHandler gated;

    NotingChanges(ChunkNotes notes, ChangeHandler gated) {
        this.notes = notes;
        this.gated = gated;
    }

    @Override
    public boolean paused() {
        return gated.paused();
    }

    @Override
    public void begin(Commit commit, long commitMicros, long xid) {
        gated.begin(commit, commitMicros, xid);
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        notes.note(schema, after);
        gated.insert(schema, after);
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        if (before != null) {
            notes.note(schema, before);
        }
        notes.note(schema, after);
        gated.update(schema, before, keyOnly, after);
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        notes.note(schema, before);
        gated.delete(schema, before, keyOnly);
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        relations.forEach(truncated -> notes.noteAll(truncated.schema().relation()));
        gated.truncate(events, relations, cascade, restartIdentity);
    }

    @Override
    public void passOver(int events) {
        gated.passOver(events);
    }

    /** Nobody reads which rows it changes. */
    @Override
    public void requireSuppressed(Relation relation, HandoffException difference) {
        notes.noteAll(relation);
        gated.requireSuppressed(relation, difference);
    }

    @Override
    public void commit(Position end) {
        gated.commit(end);
        notes.committed();
    }

    @Override
    public void idle(Position end) {
        gated.idle(end);
    }
}
