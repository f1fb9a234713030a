package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import io.trellara.handoff.config.Units;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Checks of the run's Flink job, by its cluster's REST endpoint. */
final class FlinkChecks {
    private static final String OBJECT = "flink";

    private final Function<String, Optional<JsonNode>> rest;
    private final RunKey run;
    private final Duration overdue;
    private final Instant now;

    /** @param overdue by when a checkpoint must have completed */
    FlinkChecks(Function<String, Optional<JsonNode>> rest, RunKey run, Duration overdue, Instant now) {
        this.rest = rest;
        this.run = run;
        this.overdue = overdue;
        this.now = now;
    }

    /** The name that the run's job has on a cluster. */
    private String jobName() {
        return "handoff " + run;
    }

    List<CheckItem> check() {
        Optional<JsonNode> overview = rest.apply("/jobs/overview")
                .filter(answer -> answer.path("jobs").isArray());
        if (overview.isEmpty()) {
            return List.of(CheckItem.missing(
                    "flink-job",
                    OBJECT,
                    "the REST address does not answer as Flink does",
                    "see --flink and the cluster"));
        }
        List<JsonNode> running = new ArrayList<>();
        List<String> states = new ArrayList<>();
        for (JsonNode job : overview.get().path("jobs")) {
            if (job.path("name").asText().equals(jobName())) {
                states.add(job.path("state").asText());
                if (job.path("state").asText().equals("RUNNING")) {
                    running.add(job);
                }
            }
        }
        if (running.size() != 1) {
            return List.of(CheckItem.atRisk(
                    "flink-job",
                    OBJECT,
                    states.isEmpty()
                            ? "no job named '" + jobName() + "'"
                            : running.size() + " of its jobs run: " + String.join(", ", states),
                    running.isEmpty() ? "start the job" : "stop all but one: each fences the other out"));
        }
        List<CheckItem> items = new ArrayList<>();
        String id = running.get(0).path("jid").asText();
        items.add(CheckItem.verified("flink-job", OBJECT, "job " + id + " is RUNNING"));
        items.add(rest.apply("/jobs/" + id + "/checkpoints")
                .map(this::checkpoints)
                .orElseGet(() -> CheckItem.missing(
                        "flink-checkpoints",
                        OBJECT,
                        "no answer about checkpoints",
                        "look at the job in Flink's web page")));
        return items;
    }

    private CheckItem checkpoints(JsonNode answer) {
        long failed = answer.path("counts").path("failed").asLong();
        JsonNode latest = answer.path("latest").path("completed");
        if (!latest.isObject()) {
            return CheckItem.atRisk(
                    "flink-checkpoints",
                    OBJECT,
                    "none has completed, " + failed + " have failed",
                    "nothing is durable without one: see the job's checkpoints in Flink's web page");
        }
        Duration age = Duration.between(
                Instant.ofEpochMilli(latest.path("latest_ack_timestamp").asLong()), now);
        boolean lastFailed = answer.path("latest").path("failed").path("id").asLong(-1)
                > latest.path("id").asLong();
        String observed = "checkpoint " + latest.path("id").asLong() + ", "
                + Units.shown(age.isNegative() ? Duration.ZERO : age) + " old, " + failed + " failed"
                + (lastFailed ? ", the last one too" : "");
        return lastFailed || age.compareTo(overdue) > 0
                ? CheckItem.atRisk(
                        "flink-checkpoints",
                        OBJECT,
                        observed,
                        "see why checkpoints do not complete: nothing becomes durable, and the source keeps its log")
                : CheckItem.verified("flink-checkpoints", OBJECT, observed);
    }
}
