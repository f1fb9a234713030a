package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.RunState;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Moments of a run that are too narrow to be hit from outside, each told by the evidence write that passes it. */
public enum FaultPoint {
    /** The run is planned, and nothing at the source was changed. */
    BEFORE_SLOT(
            "trellara.snapshot_runs",
            "UPDATE",
            Moments.AT_ONCE,
            "NEW.slot_name IS NOT NULL AND OLD.slot_name IS NULL",
            "true"),
    /** The slot exists, and with it the first view; its boundary is not recorded. */
    BEFORE_BOUNDARY(
            "trellara.snapshot_runs",
            "UPDATE",
            Moments.AT_ONCE,
            "NEW.consistent_lsn IS NOT NULL AND OLD.consistent_lsn IS NULL",
            "true"),
    /** The boundary is recorded; the plan that was made in the first view is not. */
    BEFORE_PLAN("trellara.snapshot_chunks", "INSERT", Moments.AT_ONCE, "true", "true"),
    /** Boundary, plan and wave are recorded; no chunk was claimed, hence none was read. */
    BEFORE_FIRST_CLAIM("trellara.snapshot_chunks", "UPDATE", Moments.AT_ONCE, Moments.CLAIM, "true"),
    /**
     * Chunks are claimed and under way while others are durable. The pause makes the evidence store slow enough for
     * checkpoints to complete in mid-copy, however small the tables and however slow the checkpoints.
     */
    MID_COPY(
            "trellara.snapshot_chunks",
            "UPDATE",
            Moments.BEHIND_CHECKPOINTS,
            Moments.CLAIM,
            Moments.UNDER_WAY + " AND (SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'copied') >= 2"),
    /** The same, later. */
    LATE_COPY(
            "trellara.snapshot_chunks",
            "UPDATE",
            Moments.BEHIND_CHECKPOINTS,
            Moments.CLAIM,
            Moments.UNDER_WAY + " AND (SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'copied') >= 25"),
    /** Every chunk is durable and recorded; the handoff is not. */
    BEFORE_HANDOFF_EVENT("trellara.snapshot_handoff_events", "INSERT", Moments.AT_ONCE, "true", "true"),
    /** The handoff is recorded and the stream is released; none of its positions is recorded. */
    BEFORE_FIRST_STREAM_POSITION(
            "trellara.snapshot_runs",
            "UPDATE",
            Moments.AT_ONCE,
            "NEW.stream_position IS NOT NULL AND OLD.stream_position IS NULL",
            "true"),
    /** Some changes are durable, more are under way. */
    WHILE_STREAMING(
            "trellara.snapshot_runs",
            "UPDATE",
            Moments.AT_ONCE,
            "NEW.stream_position IS DISTINCT FROM OLD.stream_position AND OLD.forwarded_changes > 20",
            "NEW.state = 'streaming'"),
    /** Of a woven copy: a wave has its floor and its members, and no view. */
    BEFORE_WAVE_BOUNDARY(
            "trellara.snapshot_waves",
            "UPDATE",
            Moments.AT_ONCE,
            "NEW.boundary IS NOT NULL AND OLD.boundary IS NULL",
            "NEW.wave >= 2"),
    /** Of a woven copy: changes of copied chunks are durable while others are not copied. */
    WHILE_WEAVING(
            "trellara.snapshot_runs",
            "UPDATE",
            Moments.AT_ONCE,
            "NEW.stream_position IS DISTINCT FROM OLD.stream_position AND OLD.forwarded_changes > 0",
            "NEW.state = 'copying_table'");

    /** Parts of conditions that several points share. */
    private static final class Moments {
        static final String AT_ONCE = "0";
        static final String CLAIM = "NEW.state = 'claimed' AND OLD.state <> 'claimed'";

        /** The more chunks a checkpoint has to make durable, the longer the next one is not claimed. */
        static final String BEHIND_CHECKPOINTS =
                "0.02 * (SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'claimed')";

        /** Some chunk is claimed already, by a transaction that is over. */
        static final String UNDER_WAY = "EXISTS (SELECT FROM trellara.snapshot_chunks WHERE state = 'claimed'"
                + " AND xmin <> pg_current_xact_id()::xid)";
    }

    /** Holds nothing, but makes a copy as slow as {@link #MID_COPY} does. */
    public static final HeldWrite.Condition SLOW_COPY = new HeldWrite.Condition(
            "trellara.snapshot_chunks", "UPDATE", Moments.BEHIND_CHECKPOINTS, Moments.CLAIM, "false");

    private final String table;
    private final String event;
    private final String pauseSeconds;
    private final String write;
    private final String moment;

    FaultPoint(String table, String event, String pauseSeconds, String write, String moment) {
        this.table = table;
        this.event = event;
        this.pauseSeconds = pauseSeconds;
        this.write = write;
        this.moment = moment;
    }

    /** Those of a copy that the stream begins after. */
    public static Set<FaultPoint> ofACopyBeforeTheStream() {
        return EnumSet.range(BEFORE_SLOT, WHILE_STREAMING);
    }

    /** Those of a copy beside the stream. */
    public static Set<FaultPoint> ofAWovenCopy() {
        return EnumSet.complementOf(EnumSet.of(BEFORE_FIRST_STREAM_POSITION));
    }

    /** Requires that a run stands exactly here: what is recorded, and what is not. */
    public void requireReached(Rig rig) {
        assertThat(rig.facts().orElseThrow().state()).isEqualTo(state());
        Set<ChunkState> chunks = rig.evidence().chunks(rig.run()).stream()
                .map(ChunkRecord::state)
                .collect(Collectors.toSet());
        switch (this) {
            case BEFORE_SLOT, BEFORE_BOUNDARY, BEFORE_PLAN -> assertThat(chunks).isEmpty();
            case BEFORE_FIRST_CLAIM ->
                assertThat(chunks).isNotEmpty().isSubsetOf(ChunkState.PLANNED, ChunkState.MEMBER);
            case MID_COPY, LATE_COPY -> assertThat(chunks).contains(ChunkState.CLAIMED, ChunkState.COPIED);
            case BEFORE_WAVE_BOUNDARY ->
                assertThat(chunks)
                        .contains(ChunkState.MEMBER, ChunkState.COPIED)
                        .doesNotContain(ChunkState.CLAIMED);
            case WHILE_WEAVING -> assertThat(chunks).contains(ChunkState.COPIED).hasSizeGreaterThan(1);
            case BEFORE_HANDOFF_EVENT, BEFORE_FIRST_STREAM_POSITION, WHILE_STREAMING ->
                assertThat(chunks).containsExactly(ChunkState.COPIED);
        }
    }

    private RunState state() {
        return switch (this) {
            case BEFORE_SLOT, BEFORE_BOUNDARY -> RunState.PLANNED;
            case BEFORE_PLAN -> RunState.SLOT_CREATED;
            case BEFORE_FIRST_CLAIM -> RunState.SNAPSHOT_EXPORTED;
            case MID_COPY, LATE_COPY, BEFORE_WAVE_BOUNDARY, WHILE_WEAVING -> RunState.COPYING_TABLE;
            case BEFORE_HANDOFF_EVENT -> RunState.COPY_COMPLETE;
            case BEFORE_FIRST_STREAM_POSITION -> RunState.STREAM_HANDOFF_READY;
            case WHILE_STREAMING -> RunState.STREAMING;
        };
    }

    /** A write that is held at this point. */
    HeldWrite.Condition condition() {
        return new HeldWrite.Condition(table, event, pauseSeconds, write, moment);
    }
}
