package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.SourceLog;
import io.trellara.handoff.model.Wait;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The one writer of a run's evidence (R6). Every method is one transaction that first requires the run's fence to be
 * this writer's own: else it changes nothing and throws FENCED_OUT. What returns is committed. One thread.
 */
public interface RunWriter {
    long fence();

    /** The run's row as it is now. */
    RunRecord current();

    /**
     * Moves the run to {@code to} by the table of moves; the same state again refreshes {@code updated_at}. A move is
     * written to {@code run_transitions} too.
     */
    void transition(RunState to, Optional<String> reason, Optional<String> code);

    /** Binds the run to its source (R8); refuses another identity than the recorded one, a later timeline included. */
    void bindSource(String identity);

    /**
     * Records that the run goes on with its source's later timeline, whose right to it was proven (R8); why is kept in
     * {@code run_transitions}. Refuses everything but a later timeline of the recorded source.
     */
    void followSource(String identity, String reason);

    /**
     * Records the number of lanes at a run's first start; refuses another one later (RUN_MISMATCH): a key's changes
     * would be judged by another lane's ledger.
     */
    void bindLanes(int lanes);

    /**
     * Records, while the run is planned, the name of the slot that is about to be created: so that a slot found after a
     * crash is known to be this run's own.
     */
    void intendSlot(String slotName);

    /** planned → slot_created, with the slot's name and the run's boundary; neither ever changes after (R1). */
    void recordSlot(String slotName, Position consistentLsn);

    /**
     * Records contract and plan: relations with their schemas, chunks as planned, wave 0's floor, and those of them
     * that are its {@code members}. All or nothing; the run must be {@code slot_created} and have no chunks. Moves it
     * to {@code snapshot_exported}.
     */
    void recordPlan(List<RelationSchema> schemas, Map<ChunkId, KeyRange> chunks, Set<ChunkId> members);

    /**
     * Takes over a run within this one, under this writer's own fence: whoever has lost this run has lost it too.
     * Created as {@code planned} where it does not exist, with this run's schedule and source; refused where it is
     * there as something else (EVIDENCE_CONFLICT).
     */
    RunWriter openChild(RunKey child, ChildKind kind);

    /**
     * Makes a run within this one and records its contract and plan, before anything is done for it, all or nothing:
     * its chunks are planned, in no wave, and it stays planned. Its boundary comes with {@link #recordSlot}: the
     * parent's slot, and the floor that the parent's stream was held at. Where it refreshes its relation, every other
     * plan carries that no more, for good. Its request is answered as taken. Repeated, it changes nothing.
     *
     * @return its writer, under this one's fence
     */
    RunWriter planChild(ChildPlan plan);

    /** Records that no plan carries the relation any more, for good, and that the request for it is done. */
    void remove(Relation relation, long request);

    /** Adds to the rows of a relation that were deleted at the target before they are copied again (R5). */
    void recordErased(Relation relation, long rows);

    /** Answers an operator's request; the same answer again changes nothing, one that goes back is a conflict. */
    void answer(ControlAnswer answer);

    /** Opens a wave: its number (0 first), floor and members, before its view is opened (R2). */
    void openWave(int wave, Position floor, List<ChunkMove> members);

    /**
     * Records the boundary of the wave's view; refuses one that does not cover the floor (R2). The first one moves a
     * run whose slot is recorded to {@code snapshot_exported}.
     */
    void recordWaveBoundary(int wave, Position boundary);

    /** Closes a wave as copied or lost; {@code released} are its members that were never claimed. */
    void closeWave(int wave, boolean lost, List<ChunkMove> released);

    /**
     * Claims chunks, durably, before their first row is read (R5). Moves the run to copying_table at the first claim.
     */
    void claim(List<ChunkMove> claims);

    /**
     * Promotes what a completed checkpoint holds. The first stream position moves a ready run to streaming; one that
     * comes before a copy-then-stream run is ready is refused (STATE_MOVE_REFUSED): there is no stream then. A position
     * never moves back. Repeated, it changes nothing.
     */
    void promote(Promotion promotion);

    /**
     * Appends what the run is like now to {@code run_samples}; leaves all other rows as they are.
     *
     * @param log how the source's log stands to it
     */
    void sample(SourceLog log);

    /**
     * Records that the run has just these waits now, at most one of a kind: others are over. Leaves all other rows as
     * they are.
     */
    void waits(List<Wait> present);

    /**
     * copying_table → copy_complete (in a transaction of its own), then → stream_handoff_ready with an event for each
     * relation, in one transaction, or nothing but the blockers.
     *
     * @return the blockers; empty when the run is now ready
     */
    List<Blocker> completeCopy(List<Blocker> drift);

    /** Records a halt that a sink has left in the target's {@code halts}, and that it has been seen. */
    void haltFromSink(long haltId, String code, String reason);

    /** Records a halt: failed_recoverable with code and reason, from whatever state it is in. */
    void halt(String code, String reason);

    /**
     * An operator's resume: failed_recoverable → the furthest of slot_created, snapshot_exported and copying_table that
     * the evidence carries. A run that had been further calls {@link #completeCopy} next, which walks it forward again
     * over the handoff events that are there. A failure that was recorded without a move is forgotten.
     */
    void resume();
}
