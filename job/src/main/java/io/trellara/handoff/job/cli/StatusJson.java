package io.trellara.handoff.job.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.job.progress.RunOutlook;
import io.trellara.handoff.job.progress.Waiting;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A run's evidence for programs. Keys are the evidence's columns; what is not there is null. */
final class StatusJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StatusJson() {}

    /**
     * What is known of a run and of the others of its dataset.
     *
     * @param runs newest first
     */
    record Flow(RunFacts facts, Optional<RunOutlook> outlook, List<RunRecord> runs) {
        Flow {
            runs = List.copyOf(runs);
        }
    }

    static String of(RunFacts facts, Instant now) {
        return of(new Flow(facts, Optional.empty(), List.of(facts.run())), now);
    }

    static String of(Flow flow, Instant now) {
        RunFacts facts = flow.facts();
        ObjectNode root = run(facts.run());
        root.put("waits_for", Waiting.of(facts, now));
        waits(root.putArray("waits"), facts.waits());
        root.put("copied_rows", facts.copiedRows());
        root.put("copied_bytes", facts.copiedBytes());
        root.put("chunks_total", facts.chunksTotal());
        root.put("chunks_copied", facts.chunksCopied());
        flow.outlook().ifPresent(outlook -> outlook(root.putObject("outlook"), outlook));
        ArrayNode next = root.putArray("next");
        OutlookLines.next(facts).forEach(next::add);
        flow.runs().forEach(run -> root.withArray("runs").add(run(run)));
        relations(root.putArray("relations"), facts);
        waves(root.putArray("waves"), facts);
        events(root.putArray("handoff_events"), facts);
        children(root.putArray("children"), facts);
        controls(root.putArray("controls"), facts);
        verifications(root.putArray("verifications"), facts);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException impossible) {
            throw HandoffException.bug("status", "a document that cannot be written", "texts and numbers");
        }
    }

    private static void outlook(ObjectNode node, RunOutlook outlook) {
        node.put("at", outlook.at().toString());
        node.put("rows_per_second", outlook.rowsPerSecond());
        millis(node, "copy_left_millis", outlook.copyLeft());
        number(node, "lag_bytes", outlook.log().behindBytes());
        number(node, "lag_millis", outlook.log().behindMillis());
        number(node, "retained_bytes", outlook.log().keptBytes());
        number(node, "retained_limit_bytes", outlook.log().limitBytes());
        millis(node, "log_left_millis", outlook.logLeft());
    }

    private static void millis(ObjectNode node, String key, Optional<Duration> time) {
        number(node, key, time.isPresent() ? OptionalLong.of(time.get().toMillis()) : OptionalLong.empty());
    }

    private static void number(ObjectNode node, String key, OptionalLong value) {
        if (value.isPresent()) {
            node.put(key, value.getAsLong());
        } else {
            node.putNull(key);
        }
    }

    private static ObjectNode run(RunRecord run) {
        ObjectNode node = JSON.createObjectNode();
        node.put("source_id", run.run().sourceId());
        node.put("dataset_id", run.run().datasetId());
        node.put("run_id", run.run().runId());
        node.put("state", run.state().text());
        node.put("schedule", run.schedule());
        node.put("fence", run.fence());
        put(node, "slot_name", run.slotName());
        put(node, "consistent_lsn", run.consistentLsn());
        put(node, "current_relation", run.currentRelation());
        put(node, "stream_position", run.streamPosition());
        put(node, "failure_code", run.failureCode());
        put(node, "failure_reason", run.failureReason());
        node.put("forwarded_changes", run.changes().forwarded());
        node.put("suppressed_changes", run.changes().suppressed());
        node.put("replayed_changes", run.changes().replayed());
        node.put("started_at", run.startedAt().toString());
        node.put("updated_at", run.updatedAt().toString());
        return node;
    }

    private static void waits(ArrayNode array, List<RunWait> waits) {
        waits.forEach(wait -> {
            ObjectNode node = array.addObject();
            node.put("kind", wait.kind().text());
            node.put("what", wait.what());
            node.put("since", wait.span().since().toString());
            node.put("seen_at", wait.span().seenAt().toString());
            put(node, "ended_at", wait.span().endedAt());
            number(node, "session_id", wait.session());
            put(node, "transaction_id", wait.transaction());
            put(node, "held_since", wait.heldSince());
            node.put("waits", wait.past().waits());
            node.put("waited_millis", wait.past().waitedMillis());
        });
    }

    private static void relations(ArrayNode array, RunFacts facts) {
        facts.relations().forEach(relation -> {
            ObjectNode node = array.addObject();
            node.put("relation", relation.relation().toString());
            node.put("state", relation.state());
            node.put("copied_rows", relation.copiedRows());
            node.put("bytes_copied", relation.bytesCopied());
            node.put("chunks_total", relation.chunksTotal());
            node.put("chunks_copied", relation.chunksCopied());
            node.put("schema_fingerprint", relation.schemaFingerprint());
            put(node, "watermark_lsn", relation.watermark());
        });
    }

    private static void waves(ArrayNode array, RunFacts facts) {
        facts.waves().forEach(wave -> {
            ObjectNode node = array.addObject();
            node.put("wave", wave.wave());
            node.put("floor", wave.floor().toString());
            put(node, "boundary", wave.boundary());
            node.put("opened_at", wave.openedAt().toString());
            put(node, "closed_at", wave.closedAt());
            put(node, "outcome", wave.outcome());
        });
    }

    private static void events(ArrayNode array, RunFacts facts) {
        facts.events().forEach(event -> {
            ObjectNode node = array.addObject();
            node.put("relation", event.relation().toString());
            node.put("watermark_lsn", event.watermark().toString());
            node.put("copied_rows", event.copiedRows());
            node.put("checkpoint_id", event.checkpointId());
            node.put("schema_fingerprint", event.schemaFingerprint());
            node.put("completed_at", event.completedAt().toString());
        });
    }

    private static void children(ArrayNode array, RunFacts facts) {
        facts.children().forEach(child -> {
            ObjectNode node = array.addObject();
            node.put("run_id", child.run().run().run().runId());
            node.put("kind", child.run().kind().text());
            node.put("state", child.run().run().state().text());
            ArrayNode relations = node.putArray("relations");
            child.relations().forEach(relation -> {
                ObjectNode inner = relations.addObject();
                inner.put("relation", relation.relation().toString());
                inner.put("chunks_total", relation.chunksTotal());
                inner.put("chunks_copied", relation.chunksCopied());
                inner.put("copied_rows", relation.copiedRows());
                inner.put("erased_rows", relation.erasedRows());
            });
        });
    }

    private static void controls(ArrayNode array, RunFacts facts) {
        facts.controls().forEach(control -> {
            ObjectNode node = array.addObject();
            node.put("id", control.id());
            node.put("kind", control.request().kind().text());
            put(node, "relation", control.request().relation());
            node.put("requested_by", control.request().requestedBy());
            node.put("requested_at", control.requestedAt().toString());
            node.put("state", control.state().text());
            put(node, "child_run_id", control.child().map(RunKey::runId));
            put(node, "code", control.code());
            put(node, "reason", control.reason());
        });
    }

    private static void verifications(ArrayNode array, RunFacts facts) {
        facts.verifications().forEach(verification -> {
            VerificationRecord row = verification.row();
            ObjectNode node = array.addObject();
            node.put("id", row.id());
            node.put("mode", row.mode());
            row.scope().base().ifPresentOrElse(base -> node.put("base_id", base), () -> node.putNull("base_id"));
            node.put("ranges_compared", row.scope().compared());
            node.put("ranges", row.scope().all());
            node.put("verdict", row.verdict().text());
            put(node, "boundary", row.boundary());
            node.put("rounds", row.rounds());
            node.put("compared_rows", row.comparedRows());
            node.put("hot_keys", row.hotKeys());
            put(node, "reason", row.reason());
            node.put("started_at", row.startedAt().toString());
            put(node, "finished_at", row.finishedAt());
            ArrayNode differing = node.putArray("differing");
            verification.differing().forEach(relation -> {
                ObjectNode inner = differing.addObject();
                inner.put("relation", relation.relation().toString());
                inner.put("missing", relation.missing());
                inner.put("extra", relation.extra());
                inner.put("different", relation.different());
                inner.put("chunks", relation.divergentChunks().size());
            });
        });
    }

    private static void put(ObjectNode node, String key, Optional<?> value) {
        node.put(key, value.map(String::valueOf).orElse(null));
    }
}
