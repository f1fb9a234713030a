package io.trellara.handoff.proof;

import static io.trellara.handoff.evidence.EvidenceTable.RUN_CONTROLS;
import static io.trellara.handoff.evidence.EvidenceTable.RUN_TRANSITIONS;
import static io.trellara.handoff.evidence.EvidenceTable.SNAPSHOT_CHUNKS;
import static io.trellara.handoff.evidence.EvidenceTable.SNAPSHOT_HANDOFF_EVENTS;
import static io.trellara.handoff.evidence.EvidenceTable.SNAPSHOT_RUNS;
import static io.trellara.handoff.evidence.EvidenceTable.SNAPSHOT_TABLE_PROGRESS;
import static io.trellara.handoff.evidence.EvidenceTable.SNAPSHOT_WAVES;
import static io.trellara.handoff.evidence.EvidenceTable.VERIFICATION_RUNS;
import static io.trellara.handoff.evidence.EvidenceTable.VERIFICATION_TABLES;
import static io.trellara.handoff.proof.ProofFixture.time;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each rule holds over a good run, and finds the row that breaks it, which no other rule minds. */
final class ProofRulesTest {
    /** An edit of a good run. */
    private record Broken(String rule, String row, String what, Consumer<ProofFixture> edit) {}

    private static final String CHUNK_2 = "snapshot_chunks.jsonl line 2 (run-1 public.lines 1)";

    private static final List<Broken> BROKEN = List.of(
            new Broken(
                    "rows-readable",
                    "snapshot_chunks.jsonl line 2 ",
                    "a column is missing",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).remove("gate")),
            new Broken(
                    "rows-readable",
                    "snapshot_chunks.jsonl line 2 ",
                    "no position",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("gate", "0/XY")),
            new Broken(
                    "rows-readable",
                    "run_transitions.jsonl line 3 ",
                    "no such state",
                    run -> run.row(RUN_TRANSITIONS, 3).put("to_state", "flying")),
            new Broken(
                    "rows-readable",
                    "snapshot_waves.jsonl line 1 ",
                    "another run's row",
                    run -> run.row(SNAPSHOT_WAVES, 1).put("run_id", "run-2")),
            new Broken(
                    "rows-readable",
                    "verification_tables.jsonl line 1 ",
                    "no such verification",
                    run -> run.row(VERIFICATION_TABLES, 1).put("verification_id", 2)),
            new Broken(
                    "rows-readable",
                    "snapshot_runs.jsonl line 2 ",
                    "a child of nobody",
                    run -> run.row(SNAPSHOT_RUNS, 2).put("parent_run_id", "run-0")),
            new Broken(
                    "moves-legal",
                    "run_transitions.jsonl line 6 ",
                    "a move is missing",
                    run -> run.remove(RUN_TRANSITIONS, 5)),
            new Broken(
                    "moves-legal",
                    "run_transitions.jsonl line 2 ",
                    "the first move is missing",
                    run -> run.remove(RUN_TRANSITIONS, 1)),
            new Broken(
                    "moves-legal",
                    "snapshot_runs.jsonl line 1 ",
                    "a state that no move led to",
                    run -> run.row(SNAPSHOT_RUNS, 1).put("state", "streaming")),
            new Broken("moves-legal", "run_transitions.jsonl line 5 ", "a move that is not in the table", run -> {
                run.row(RUN_TRANSITIONS, 5).put("to_state", "copy_complete");
                run.row(RUN_TRANSITIONS, 6).put("from_state", "copy_complete");
            }),
            new Broken(
                    "fences-rise",
                    "run_transitions.jsonl line 4 ",
                    "an older fence",
                    run -> run.row(RUN_TRANSITIONS, 3).put("fence", 2)),
            new Broken(
                    "fences-rise",
                    "snapshot_runs.jsonl line 2 ",
                    "an older fence than its moves",
                    run -> run.row(SNAPSHOT_RUNS, 2).put("fence", 2)),
            new Broken(
                    "times-rise",
                    "run_transitions.jsonl line 4 ",
                    "a time that goes back",
                    run -> run.row(RUN_TRANSITIONS, 4).put("at", time(1))),
            new Broken(
                    "times-rise",
                    "snapshot_waves.jsonl line 1 ",
                    "closed before opened",
                    run -> run.row(SNAPSHOT_WAVES, 1).put("closed_at", time(1))),
            new Broken(
                    "times-rise",
                    "snapshot_table_progress.jsonl line 1 ",
                    "last before first",
                    run -> run.row(SNAPSHOT_TABLE_PROGRESS, 1).put("first_chunk_at", time(11))),
            new Broken(
                    "times-rise",
                    CHUNK_2,
                    "copied before it was claimed",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("copied_at", time(2))),
            new Broken(
                    "failure-told",
                    "snapshot_runs.jsonl line 1 ",
                    "a reason of no move",
                    run -> run.row(SNAPSHOT_RUNS, 1)
                            .put("failure_code", "HANDOFF-5001 SCHEMA_CHANGED")
                            .put("failure_reason", "something else")),
            new Broken(
                    "boundary-first",
                    "snapshot_runs.jsonl line 2 ",
                    "no slot",
                    run -> run.row(SNAPSHOT_RUNS, 2).putNull("slot_name")),
            new Broken(
                    "stream-beyond-boundary",
                    "snapshot_runs.jsonl line 1 ",
                    "a stream below it",
                    run -> run.row(SNAPSHOT_RUNS, 1).put("stream_position", "0/4000")),
            new Broken(
                    "floor-above-boundary",
                    "snapshot_waves.jsonl line 2 ",
                    "a floor beyond it",
                    run -> run.row(SNAPSHOT_WAVES, 2).put("floor", "0/5001")),
            new Broken(
                    "view-above-floor",
                    "snapshot_waves.jsonl line 1 ",
                    "a view below its floor",
                    run -> run.row(SNAPSHOT_WAVES, 1).put("boundary", "0/4FFF")),
            new Broken(
                    "view-above-floor",
                    CHUNK_2,
                    "a view of no wave",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("boundary", "0/5800").put("gate", "0/5800")),
            new Broken(
                    "first-floor",
                    CHUNK_2,
                    "a floor of no wave",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("first_floor", "0/4000")),
            new Broken(
                    "gate-within-view",
                    CHUNK_2,
                    "a gate beyond its view",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("gate", "0/5001")),
            new Broken(
                    "gate-within-view",
                    CHUNK_2,
                    "a gate below its view at the first claim",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("gate", "0/4000")),
            new Broken(
                    "gate-within-view",
                    "snapshot_chunks.jsonl line 3 ",
                    "between floor and view",
                    run -> run.row(SNAPSHOT_CHUNKS, 3).put("gate", "0/5800")),
            new Broken(
                    "chunks-tile",
                    CHUNK_2,
                    "a gap",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("lower_key", "k1a")),
            new Broken(
                    "chunks-tile",
                    "snapshot_chunks.jsonl line 3 ",
                    "a closed end",
                    run -> run.row(SNAPSHOT_CHUNKS, 3).put("upper_key", "k3")),
            new Broken(
                    "chunks-tile",
                    "snapshot_chunks.jsonl line 1 ",
                    "a closed beginning",
                    run -> run.row(SNAPSHOT_CHUNKS, 1).put("lower_key", "k0")),
            new Broken("chunks-tile", CHUNK_2, "an open end in the middle", run -> {
                run.row(SNAPSHOT_CHUNKS, 2).putNull("upper_key");
                run.row(SNAPSHOT_CHUNKS, 3).putNull("lower_key");
            }),
            new Broken("chunks-tile", "snapshot_table_progress.jsonl line 1 ", "the same end twice", run -> {
                run.row(SNAPSHOT_CHUNKS, 2).put("upper_key", "k1");
                run.row(SNAPSHOT_CHUNKS, 3).put("lower_key", "k1");
            }),
            new Broken(
                    "chunks-tile",
                    "snapshot_chunks.jsonl line 2 ",
                    "a number is left out",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("chunk", 7)),
            new Broken(
                    "chunks-tile",
                    "snapshot_chunks.jsonl line 7 ",
                    "bounds of nothing that it replaces",
                    run -> run.row(SNAPSHOT_CHUNKS, 7).put("upper_key", "k9")),
            new Broken(
                    "chunks-durable",
                    CHUNK_2,
                    "a checkpoint that cannot be",
                    run -> run.row(SNAPSHOT_CHUNKS, 2).put("checkpoint_id", 0)),
            new Broken(
                    "chunks-durable",
                    "snapshot_chunks.jsonl line 1 ",
                    "copied and never claimed",
                    run -> run.row(SNAPSHOT_CHUNKS, 1).put("attempts", 0)),
            new Broken(
                    "sums-agree",
                    "snapshot_table_progress.jsonl line 1 ",
                    "a relation's bytes",
                    run -> run.row(SNAPSHOT_TABLE_PROGRESS, 1).put("bytes_copied", 301)),
            new Broken(
                    "sums-agree",
                    "snapshot_runs.jsonl line 1 ",
                    "the run's rows",
                    run -> run.row(SNAPSHOT_RUNS, 1).put("copied_rows", 61)),
            new Broken(
                    "relation-state",
                    "snapshot_table_progress.jsonl line 2 ",
                    "not copied",
                    run -> run.row(SNAPSHOT_TABLE_PROGRESS, 2).put("state", "copying")),
            new Broken(
                    "relation-state",
                    "snapshot_table_progress.jsonl line 2 ",
                    "another watermark",
                    run -> run.row(SNAPSHOT_TABLE_PROGRESS, 2).put("watermark_lsn", "0/5001")),
            new Broken(
                    "handoff-once",
                    "snapshot_table_progress.jsonl line 2 ",
                    "no event",
                    run -> run.remove(SNAPSHOT_HANDOFF_EVENTS, 2)),
            new Broken(
                    "handoff-agrees",
                    "snapshot_handoff_events.jsonl line 1 ",
                    "another watermark",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 1).put("watermark_lsn", "0/5001")),
            new Broken(
                    "handoff-agrees",
                    "snapshot_handoff_events.jsonl line 1 ",
                    "other rows",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 1).put("copied_rows", 29)),
            new Broken(
                    "handoff-agrees",
                    "snapshot_handoff_events.jsonl line 1 ",
                    "another checkpoint",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 1).put("checkpoint_id", 3)),
            new Broken(
                    "handoff-agrees",
                    "snapshot_handoff_events.jsonl line 1 ",
                    "another edge",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 1).put("largest_boundary", "0/5800")),
            new Broken(
                    "handoff-after-copy",
                    "snapshot_handoff_events.jsonl line 1 ",
                    "before the last chunk",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 1).put("completed_at", time(9))),
            new Broken(
                    "handoff-after-copy",
                    "snapshot_handoff_events.jsonl line 3 ",
                    "after it was ready",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 3).put("completed_at", time(26))),
            new Broken(
                    "stream-after-handoff",
                    "snapshot_runs.jsonl line 1 ",
                    "no position",
                    run -> run.row(SNAPSHOT_RUNS, 1).putNull("stream_position")),
            new Broken(
                    "stream-after-handoff",
                    "snapshot_runs.jsonl line 2 ",
                    "a child that streams",
                    run -> run.row(SNAPSHOT_RUNS, 2)
                            .put("stream_position", "0/9000")
                            .put("stream_checkpoint_id", 9)),
            new Broken(
                    "contract-kept",
                    "snapshot_handoff_events.jsonl line 2 ",
                    "another fingerprint",
                    run -> run.row(SNAPSHOT_HANDOFF_EVENTS, 2).put("schema_fingerprint", "cd".repeat(32))),
            new Broken(
                    "contract-kept",
                    "snapshot_table_progress.jsonl line 1 ",
                    "another key",
                    run -> run.row(SNAPSHOT_TABLE_PROGRESS, 1).put("key_columns", "line")),
            new Broken(
                    "one-source",
                    "snapshot_runs.jsonl line 2 ",
                    "another slot",
                    run -> run.row(SNAPSHOT_RUNS, 2).put("slot_name", "other")),
            new Broken(
                    "one-source",
                    "snapshot_runs.jsonl line 2 ",
                    "another source",
                    run -> run.row(SNAPSHOT_RUNS, 2).put("source_identity", "pg:7001:1:shop")),
            new Broken(
                    "child-beyond-parent",
                    "snapshot_runs.jsonl line 2 ",
                    "a younger fence",
                    run -> run.row(SNAPSHOT_RUNS, 2).put("fence", 4)),
            new Broken(
                    "child-requested",
                    "snapshot_runs.jsonl line 2 ",
                    "another kind",
                    run -> run.row(RUN_CONTROLS, 1).put("kind", "refresh")),
            new Broken(
                    "child-requested",
                    "run_controls.jsonl line 1 ",
                    "a code without a refusal",
                    run -> run.row(RUN_CONTROLS, 1).put("code", "HANDOFF-6008 RUN_MISMATCH")),
            new Broken(
                    "verification-digest",
                    "verification_runs.jsonl line 1 ",
                    "an edited count",
                    run -> run.row(VERIFICATION_TABLES, 1).put("set_aside", 3)),
            new Broken(
                    "verification-adds-up",
                    "verification_runs.jsonl line 1 ",
                    "a difference in what is verified",
                    run -> {
                        run.row(VERIFICATION_TABLES, 2).put("missing", 1);
                        run.digestVerification();
                    }),
            new Broken("verification-adds-up", "verification_runs.jsonl line 1 ", "other rows", run -> {
                run.row(VERIFICATION_RUNS, 1).put("compared_rows", 59);
                run.digestVerification();
            }),
            new Broken(
                    "verification-adds-up",
                    "verification_runs.jsonl line 2 ",
                    "more ranges compared than its relations say",
                    run -> {
                        run.incremental(1);
                        run.row(VERIFICATION_RUNS, 2).put("compared_ranges", 2);
                        run.digestVerification(2);
                    }),
            new Broken(
                    "incremental-on-verified",
                    "verification_runs.jsonl line 2 ",
                    "a base that is not there",
                    run -> run.incremental(9)),
            new Broken("incremental-on-verified", "verification_runs.jsonl line 2 ", "no base", run -> {
                run.incremental(1);
                run.row(VERIFICATION_RUNS, 2).putNull("base_id");
                run.digestVerification(2);
            }),
            new Broken("incremental-on-verified", "verification_runs.jsonl line 2 ", "a base that ended later", run -> {
                run.incremental(1);
                run.row(VERIFICATION_RUNS, 2).put("started_at", time(35));
                run.digestVerification(2);
            }),
            new Broken(
                    "incremental-on-verified",
                    "verification_runs.jsonl line 2 ",
                    "a base of another relation only",
                    run -> {
                        run.incremental(1);
                        run.row(VERIFICATION_TABLES, 3).put("relation", "public.more");
                        run.digestVerification(2);
                    }),
            new Broken(
                    "verified-behind-verification", "run_transitions.jsonl line 14 ", "nothing was verified", run -> {
                        run.remove(VERIFICATION_RUNS, 1);
                        run.remove(VERIFICATION_TABLES, 2);
                        run.remove(VERIFICATION_TABLES, 1);
                    }),
            new Broken("verified-behind-verification", "run_transitions.jsonl line 14 ", "verified before", run -> {
                run.row(VERIFICATION_RUNS, 1).put("finished_at", time(41));
                run.digestVerification();
            }));

    @Test
    void aGoodRunKeepsEveryRule() {
        assertThat(broken(new ProofFixture())).isEmpty();
    }

    @Test
    void aGoodRunWithAnIncrementalVerificationDoesSoToo() {
        ProofFixture run = new ProofFixture();
        run.incremental(1);
        assertThat(broken(run)).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> anEditBreaksItsRuleAndNoOther() {
        return BROKEN.stream()
                .map(broken -> DynamicTest.dynamicTest(broken.rule() + ": " + broken.what(), () -> {
                    ProofFixture run = new ProofFixture();
                    broken.edit().accept(run);
                    Map<String, List<Violation>> found = broken(run);
                    assertThat(found).containsOnlyKeys(broken.rule());
                    assertThat(found.get(broken.rule()))
                            .anyMatch(violation -> violation.row().startsWith(broken.row()));
                }));
    }

    @Test
    void everyRuleIsBrokenBySomeEdit() {
        assertThat(new TreeSet<>(ProofRules.all().stream().map(ProofRule::name).toList()))
                .isSubsetOf(BROKEN.stream().map(Broken::rule).toList());
    }

    private static Map<String, List<Violation>> broken(ProofFixture run) {
        return EvidenceRows.judge(run.rows()).stream()
                .filter(judgement -> !judgement.holds())
                .collect(Collectors.toMap(RuleJudgement::rule, RuleJudgement::violations));
    }
}
