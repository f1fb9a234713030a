package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.SeamServers.Pair;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.Relation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a run's configuration file, with short intervals, and reads it as the job does. */
public final class RunFiles {
    private RunFiles() {}

    /** Slots belong to the whole server, so each source database has a run id of its own. */
    public static String runId(ConnectionConfig source) {
        if (source.kind() == DatabaseKind.MYSQL) {
            return "mysql"; // nothing of a run is left there
        }
        return source.url().substring(source.url().lastIndexOf('_') + 1);
    }

    /** The name of the slot and of the publication where none is configured. */
    public static String slot(ConnectionConfig source) {
        return "handoff_tests_seam_" + runId(source);
    }

    /**
     * @param folder where it goes, with the checkpoints
     * @param copy the section of that name
     */
    static JobConfig config(Path folder, Pair pair, List<Relation> relations, String copy) throws IOException {
        ConnectionConfig source = pair.source();
        ConnectionConfig target = pair.target();
        Files.writeString(folder.resolve("source.password"), source.password());
        Files.writeString(folder.resolve("target.password"), target.password());
        String names = relations.stream().map(Relation::toString).collect(Collectors.joining(", "));
        String yaml = """
                run: {source: tests, dataset: seam, id: "%s"}
                source:
                  url: '%s'
                  username: %s
                  password: ${file:source.password}
                  relations: [%s]
                target:
                  url: '%s'
                  username: %s
                  password: ${file:target.password}
                copy: {%s}
                stream: {mark-interval: 100ms, lanes: 16}
                local: {parallelism: 2, checkpoint-interval: 250ms, checkpoint-dir: checkpoints}
                """.formatted(
                        runId(source), source.url(), source.username(), names, target.url(), target.username(), copy);
        return JobConfig.readYaml(Files.writeString(folder.resolve("handoff.yaml"), yaml));
    }
}
