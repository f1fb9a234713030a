package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.evidence.EvidenceTable;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationDigest;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rows of a run that keeps every rule: two relations of three chunks each, one of which was read again in a second
 * wave; a range copied again as a run within it; verified in the end. Tests edit one row of it.
 */
final class ProofFixture {
    static final RunKey RUN = new RunKey("shop", "orders", "run-1");
    static final String CHILD = "run-1.recopy-7";
    static final String BOUNDARY = "0/5000";
    private static final String LATER = "0/6000";
    private static final String HELD = "0/8000";
    private static final String VIEW = "0/8100";
    private static final String STREAMED = "0/9000";
    private static final List<String> RELATIONS = List.of("public.lines", "public.orders");

    private final List<ProofRow> rows = new ArrayList<>();

    ProofFixture() {
        run(RUN.runId(), "verified", BOUNDARY, 60)
                .put("stream_position", STREAMED)
                .put("stream_checkpoint_id", 9);
        run(CHILD, "stream_handoff_ready", HELD, 5)
                .put("parent_run_id", RUN.runId())
                .put("kind", "recopy");
        moves();
        RELATIONS.forEach(relation -> relation(RUN.runId(), relation, BOUNDARY, 3, 30));
        relation(CHILD, "public.orders", HELD, 1, 5);
        wave(RUN.runId(), 0, BOUNDARY, BOUNDARY, "lost");
        wave(RUN.runId(), 1, BOUNDARY, LATER, "copied");
        wave(CHILD, 0, HELD, VIEW, "copied");
        RELATIONS.forEach(this::chunks);
        ObjectNode again = chunk(CHILD, "public.orders", 3, 5);
        again.put("lower_key", "k1").put("upper_key", "k2");
        again.put("first_floor", HELD).put("boundary", VIEW).put("gate", VIEW);
        RELATIONS.forEach(relation -> event(RUN.runId(), relation, BOUNDARY, 30));
        event(CHILD, "public.orders", HELD, 5).put("smallest_boundary", VIEW).put("largest_boundary", VIEW);
        control();
        verification();
    }

    private ObjectNode add(EvidenceTable table) {
        ObjectNode node = Json.object();
        int line = 1 + (int) rows.stream().filter(row -> row.table() == table).count();
        rows.add(new ProofRow(table, line, node));
        return node;
    }

    private ObjectNode ofRun(EvidenceTable table, String run) {
        return add(table).put("source_id", "shop").put("dataset_id", "orders").put("run_id", run);
    }

    private ObjectNode run(String id, String state, String boundary, long copied) {
        ObjectNode run = ofRun(EvidenceTable.SNAPSHOT_RUNS, id);
        run.put("state", state).put("fence", 3).put("schedule", "copy-then-stream");
        run.put("source_identity", "pg:7000:1:shop")
                .put("slot_name", "handoff_orders")
                .put("consistent_lsn", boundary);
        run.putNull("current_relation").put("copied_rows", copied);
        run.putNull("failure_code").putNull("failure_reason");
        run.putNull("stream_position").putNull("stream_checkpoint_id").put("last_sink_halt", 0);
        run.put("forwarded_changes", 0).put("suppressed_changes", 0).put("replayed_changes", 0);
        run.put("started_at", time(0))
                .put("updated_at", time(60))
                .putNull("parent_run_id")
                .put("kind", "whole");
        return run;
    }

    private void moves() {
        move(RUN.runId(), "planned", "slot_created", 1, 1);
        move(RUN.runId(), "slot_created", "snapshot_exported", 2, 1);
        move(RUN.runId(), "snapshot_exported", "copying_table", 3, 1);
        move(RUN.runId(), "copying_table", "failed_recoverable", 4, 1)
                .put("code", "HANDOFF-5001 SCHEMA_CHANGED")
                .put("reason", "a column came");
        move(RUN.runId(), "failed_recoverable", "copying_table", 5, 2).put("reason", "resumed by an operator");
        move(RUN.runId(), "copying_table", "copy_complete", 11, 2);
        move(RUN.runId(), "copy_complete", "stream_handoff_ready", 12, 2);
        move(RUN.runId(), "stream_handoff_ready", "streaming", 13, 2);
        move(CHILD, "planned", "slot_created", 21, 3);
        move(CHILD, "slot_created", "snapshot_exported", 22, 3);
        move(CHILD, "snapshot_exported", "copying_table", 23, 3);
        move(CHILD, "copying_table", "copy_complete", 24, 3);
        move(CHILD, "copy_complete", "stream_handoff_ready", 25, 3);
        move(RUN.runId(), "streaming", "verified", 40, 3).put("reason", "verification 1 converged");
    }

    private ObjectNode move(String run, String from, String to, int at, long fence) {
        ObjectNode move = ofRun(EvidenceTable.RUN_TRANSITIONS, run);
        move.put("from_state", from).put("to_state", to).put("at", time(at)).put("fence", fence);
        return move.putNull("reason").putNull("code");
    }

    private void relation(String run, String relation, String boundary, int chunks, long copied) {
        ObjectNode row = ofRun(EvidenceTable.SNAPSHOT_TABLE_PROGRESS, run);
        row.put("relation", relation).put("state", "copied").put("copied_rows", copied);
        row.put("watermark_lsn", boundary).put("chunks_total", chunks).put("chunks_copied", chunks);
        row.put("bytes_copied", copied * 10).put("erased_rows", 0).put("schema_fingerprint", "ab".repeat(32));
        row.put("key_columns", "id,line");
        var columns = row.putArray("schema_columns");
        columns.addObject().put("name", "line").put("key", 1);
        columns.addObject().put("name", "note");
        columns.addObject().put("name", "id").put("key", 0);
        boolean child = run.equals(CHILD);
        row.put("first_chunk_at", time(child ? 23 : 3)).put("last_chunk_at", time(child ? 24 : 10));
    }

    private void wave(String run, int number, String floor, String boundary, String outcome) {
        ObjectNode wave = ofRun(EvidenceTable.SNAPSHOT_WAVES, run);
        wave.put("wave", number).put("floor", floor).put("boundary", boundary).put("outcome", outcome);
        int at = run.equals(CHILD) ? 22 : 2 + 3 * number;
        wave.put("opened_at", time(at)).put("closed_at", time(at + 2));
    }

    /** The last one was claimed again in the second wave, after it had been read in part in the first (R5). */
    private void chunks(String relation) {
        ObjectNode first = chunk(RUN.runId(), relation, 0, 10);
        first.putNull("lower_key").put("upper_key", "k1");
        chunk(RUN.runId(), relation, 1, 10).put("lower_key", "k1").put("upper_key", "k2");
        ObjectNode last = chunk(RUN.runId(), relation, 2, 10);
        last.put("lower_key", "k2").putNull("upper_key");
        last.put("wave", 1).put("boundary", LATER).put("attempts", 2);
    }

    private ObjectNode chunk(String run, String relation, int number, long copied) {
        ObjectNode chunk = ofRun(EvidenceTable.SNAPSHOT_CHUNKS, run);
        chunk.put("relation", relation)
                .put("chunk", number)
                .put("state", "copied")
                .put("wave", 0);
        chunk.put("first_floor", BOUNDARY)
                .put("boundary", BOUNDARY)
                .put("gate", BOUNDARY)
                .put("attempts", 1);
        chunk.put("reader", 0).put("claimed_at", time(3)).put("copied_at", time(9));
        return chunk.put("copied_rows", copied).put("bytes", copied * 10).put("checkpoint_id", 4);
    }

    private ObjectNode event(String run, String relation, String watermark, long copied) {
        ObjectNode event = ofRun(EvidenceTable.SNAPSHOT_HANDOFF_EVENTS, run);
        event.put("relation", relation).put("watermark_lsn", watermark).put("copied_rows", copied);
        event.put("checkpoint_id", 4).put("schema_fingerprint", "ab".repeat(32));
        event.put("smallest_boundary", BOUNDARY).put("largest_boundary", LATER);
        return event.put("completed_at", time(run.equals(CHILD) ? 25 : 12));
    }

    private void control() {
        ObjectNode control = ofRun(EvidenceTable.RUN_CONTROLS, RUN.runId());
        control.put("id", 7).put("kind", "recopy").put("relation", "public.orders");
        control.putArray("chunks").add(1);
        control.putNull("wave_rows").putNull("chunk_rows").putNull("rows_per_second");
        control.put("requested_by", "operator").put("requested_at", time(20)).put("state", "done");
        control.put("child_run_id", CHILD).putNull("code").putNull("reason").put("answered_at", time(26));
    }

    private void verification() {
        ObjectNode row = ofRun(EvidenceTable.VERIFICATION_RUNS, RUN.runId());
        row.put("id", 1).put("mode", "full").put("verdict", "verified").put("boundary", STREAMED);
        row.put("until_position", STREAMED)
                .put("rounds", 1)
                .put("compared_rows", 60)
                .put("hot_keys", 0);
        row.putNull("reason").put("requested_by", "operator");
        row.put("started_at", time(30)).put("finished_at", time(40));
        for (String relation : RELATIONS) {
            ObjectNode found = add(EvidenceTable.VERIFICATION_TABLES);
            found.put("verification_id", 1).put("relation", relation).put("form", "form-1");
            found.put("source_rows", 30).put("target_rows", 30).put("chunks", 3);
            found.put("missing", 0).put("extra", 0).put("different", 0).put("set_aside", 0);
            found.put("source_digest", "aa").put("target_digest", "aa").putArray("divergent_chunks");
        }
        digestVerification();
    }

    /** Adds a verification of what was touched since that one, of one relation. */
    void incremental(long base) {
        ObjectNode row = ofRun(EvidenceTable.VERIFICATION_RUNS, RUN.runId());
        row.put("id", 2).put("mode", "incremental").put("verdict", "verified").put("boundary", STREAMED);
        row.put("until_position", STREAMED)
                .put("rounds", 1)
                .put("compared_rows", 10)
                .put("hot_keys", 0);
        row.putNull("reason").put("requested_by", "operator");
        row.put("started_at", time(50)).put("finished_at", time(51));
        row.put("base_id", base).put("since_position", STREAMED);
        row.put("compared_ranges", 1).put("all_ranges", 3);
        ObjectNode found = add(EvidenceTable.VERIFICATION_TABLES);
        found.put("verification_id", 2).put("relation", RELATIONS.get(0)).put("form", "form-1");
        found.put("source_rows", 10).put("target_rows", 10).put("chunks", 1);
        found.put("missing", 0).put("extra", 0).put("different", 0).put("set_aside", 0);
        found.put("source_digest", "aa").put("target_digest", "aa").putArray("divergent_chunks");
        digestVerification(2);
    }

    /** Makes the verification's digest that of its rows as they are now. */
    void digestVerification() {
        digestVerification(1);
    }

    void digestVerification(int line) {
        List<VerifiedRelation> relations = new ArrayList<>();
        for (int i = 1; i <= of(EvidenceTable.VERIFICATION_TABLES).size(); i++) {
            ObjectNode row = row(EvidenceTable.VERIFICATION_TABLES, i);
            if (row.path("verification_id").asInt() != line) {
                continue;
            }
            relations.add(new VerifiedRelation(
                    Relation.parse(row.path("relation").asText()),
                    row.path("form").asText(),
                    row.path("source_rows").asLong(),
                    row.path("target_rows").asLong(),
                    row.path("chunks").asInt(),
                    row.path("missing").asLong(),
                    row.path("extra").asLong(),
                    row.path("different").asLong(),
                    row.path("set_aside").asLong(),
                    row.path("source_digest").asText(),
                    row.path("target_digest").asText(),
                    List.of()));
        }
        ObjectNode row = row(EvidenceTable.VERIFICATION_RUNS, line);
        VerificationRecord record = new VerificationRecord(
                row.path("id").asLong(),
                RUN,
                row.path("mode").asText(),
                Verdict.VERIFIED,
                Optional.of(Lsn.parse(row.path("boundary").asText())),
                Optional.of(Lsn.parse(row.path("until_position").asText())),
                row.path("rounds").asInt(),
                row.path("compared_rows").asLong(),
                row.path("hot_keys").asLong(),
                Optional.empty(),
                Instant.parse(row.path("started_at").asText()),
                Optional.of(Instant.parse(row.path("finished_at").asText())),
                row.path("requested_by").asText(),
                Optional.empty(),
                row.has("since_position")
                        ? new VerificationScope(
                                row.path("base_id").isNull()
                                        ? OptionalLong.empty()
                                        : OptionalLong.of(row.path("base_id").asLong()),
                                Optional.of(Lsn.parse(row.path("since_position").asText())),
                                row.path("compared_ranges").asInt(),
                                row.path("all_ranges").asInt())
                        : VerificationScope.ALL);
        row.put("evidence_sha256", VerificationDigest.sha256(record, relations));
    }

    static String time(int second) {
        return Instant.parse("2026-01-01T10:00:00Z").plusSeconds(second).toString();
    }

    private List<ProofRow> of(EvidenceTable table) {
        return rows.stream().filter(row -> row.table() == table).toList();
    }

    /** A row to be edited. */
    ObjectNode row(EvidenceTable table, int line) {
        return (ObjectNode) of(table).get(line - 1).columns();
    }

    void remove(EvidenceTable table, int line) {
        rows.remove(of(table).get(line - 1));
    }

    /** All rows, in the order of their tables. */
    List<ProofRow> rows() {
        return rows.stream().sorted(Comparator.comparing(ProofRow::table)).toList();
    }
}
