package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import io.trellara.handoff.evidence.ChunkReading;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.Tuning;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.proof.RowColumns.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the evidence's records of rows. A key bound is one cell here, whether it is the key or its digest. */
final class RecordRows {
    /** A run that is within no other. */
    private static final String WHOLE = "whole";

    private RecordRows() {}

    static RunRow run(RowColumns row) throws Unreadable {
        RunRecord run = new RunRecord(
                row.run(),
                row.word("state", RunState.class),
                row.number("fence"),
                row.text("schedule"),
                row.optionalText("source_identity"),
                row.optionalText("slot_name"),
                row.optionalPosition("consistent_lsn"),
                row.optionalText("current_relation"),
                row.number("copied_rows"),
                row.optionalText("failure_code"),
                row.optionalText("failure_reason"),
                row.optionalPosition("stream_position"),
                row.optionalNumber("stream_checkpoint_id"),
                row.number("last_sink_halt"),
                new ChangeCounts(
                        row.number("forwarded_changes"),
                        row.number("suppressed_changes"),
                        row.number("replayed_changes")),
                row.time("started_at"),
                row.time("updated_at"));
        Optional<String> parent = row.optionalText("parent_run_id");
        String kind = row.text("kind");
        if (parent.isEmpty() != kind.equals(WHOLE)) {
            throw new Unreadable("kind", kind + (parent.isEmpty() ? " without a parent" : " with a parent"));
        }
        return new RunRow(run, parent, kind);
    }

    static Transition move(RowColumns row) throws Unreadable {
        return new Transition(
                row.word("from_state", RunState.class),
                row.word("to_state", RunState.class),
                row.time("at"),
                row.number("fence"),
                row.optionalText("reason"),
                row.optionalText("code"));
    }

    static RelationRecord relation(RowColumns row) throws Unreadable {
        return new RelationRecord(
                row.relation("relation"),
                row.text("state"),
                row.number("copied_rows"),
                row.optionalPosition("watermark_lsn"),
                row.small("chunks_total"),
                row.small("chunks_copied"),
                row.number("bytes_copied"),
                row.number("erased_rows"),
                row.text("schema_fingerprint"),
                row.text("key_columns"),
                row.optionalTime("first_chunk_at"),
                row.optionalTime("last_chunk_at"));
    }

    static ContractRow contract(RowColumns row) throws Unreadable {
        TreeMap<Integer, String> key = new TreeMap<>();
        for (JsonNode column : row.elements("schema_columns")) {
            if (column.path("key").isInt()) {
                key.put(column.path("key").intValue(), column.path("name").asText());
            }
        }
        return new ContractRow(
                row.relation("relation"),
                row.text("schema_fingerprint"),
                row.text("key_columns"),
                List.copyOf(key.values()));
    }

    static WaveRecord wave(RowColumns row) throws Unreadable {
        return new WaveRecord(
                row.small("wave"),
                row.position("floor"),
                row.optionalPosition("boundary"),
                row.time("opened_at"),
                row.optionalTime("closed_at"),
                row.optionalText("outcome"));
    }

    static ChunkRecord chunk(RowColumns row) throws Unreadable {
        int number = row.small("chunk");
        if (number < 0) {
            throw new Unreadable("chunk", "below zero");
        }
        return new ChunkRecord(
                new ChunkId(row.relation("relation"), number),
                KeyRange.of(bound(row, "lower_key"), bound(row, "upper_key")),
                row.word("state", ChunkState.class),
                row.optionalSmall("wave"),
                row.optionalPosition("first_floor"),
                row.optionalPosition("boundary"),
                row.optionalPosition("gate"),
                row.small("attempts"),
                row.number("copied_rows"),
                row.number("bytes"),
                row.optionalNumber("checkpoint_id"),
                new ChunkReading(
                        row.optionalSmall("reader"), row.optionalTime("claimed_at"), row.optionalTime("copied_at")));
    }

    private static Optional<Key> bound(RowColumns row, String column) throws Unreadable {
        return row.optionalText(column).map(text -> new Key(List.of(text)));
    }

    static HandoffEvent event(RowColumns row) throws Unreadable {
        return new HandoffEvent(
                row.relation("relation"),
                row.position("watermark_lsn"),
                row.number("copied_rows"),
                row.number("checkpoint_id"),
                row.text("schema_fingerprint"),
                row.position("smallest_boundary"),
                row.position("largest_boundary"),
                row.time("completed_at"));
    }

    static VerificationRecord verification(RowColumns row) throws Unreadable {
        return new VerificationRecord(
                row.number("id"),
                row.run(),
                row.text("mode"),
                row.word("verdict", Verdict.class),
                row.optionalPosition("boundary"),
                row.optionalPosition("until_position"),
                row.small("rounds"),
                row.number("compared_rows"),
                row.number("hot_keys"),
                row.optionalText("reason"),
                row.time("started_at"),
                row.optionalTime("finished_at"),
                row.text("requested_by"),
                row.optionalText("evidence_sha256"),
                scope(row));
    }

    /** Evidence of earlier versions lacks the columns. */
    private static VerificationScope scope(RowColumns row) throws Unreadable {
        return row.has("base_id")
                ? new VerificationScope(
                        row.optionalNumber("base_id"),
                        row.optionalPosition("since_position"),
                        row.small("compared_ranges"),
                        row.small("all_ranges"))
                : VerificationScope.ALL;
    }

    static VerifiedRelation verified(RowColumns row) throws Unreadable {
        return new VerifiedRelation(
                row.relation("relation"),
                row.text("form"),
                row.number("source_rows"),
                row.number("target_rows"),
                row.small("chunks"),
                row.number("missing"),
                row.number("extra"),
                row.number("different"),
                row.number("set_aside"),
                row.text("source_digest"),
                row.text("target_digest"),
                row.numbers("divergent_chunks"));
    }

    static ControlRecord control(RowColumns row) throws Unreadable {
        ControlRequest request = new ControlRequest(
                row.run(),
                row.word("kind", ControlKind.class),
                row.optionalRelation("relation"),
                row.numbers("chunks"),
                new Tuning(
                        row.optionalNumber("wave_rows"),
                        row.optionalNumber("chunk_rows"),
                        row.optionalNumber("rows_per_second")),
                row.text("requested_by"));
        Optional<String> child = row.optionalText("child_run_id");
        return new ControlRecord(
                row.number("id"),
                request,
                row.time("requested_at"),
                row.word("state", ControlState.class),
                child.isEmpty() ? Optional.empty() : Optional.of(row.key(child.get())),
                row.optionalText("code"),
                row.optionalText("reason"),
                row.optionalTime("answered_at"));
    }
}
