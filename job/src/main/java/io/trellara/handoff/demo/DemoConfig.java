package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.FileTree;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The demo's configuration file: what a user would write for these servers, with short intervals. */
final class DemoConfig {
    static final RunKey RUN = new RunKey("demo", "shop", "1");

    private static final String CHECKPOINTS = "checkpoints";

    private DemoConfig() {}

    /** Where the job's processes print. */
    static Path output(DemoOptions options) {
        return options.folder().resolve("job.out");
    }

    static Path write(DemoOptions options, DemoServers servers, List<Relation> relations) throws IOException {
        Files.createDirectories(options.folder());
        // What an earlier demo left belongs to servers that are gone.
        FileTree.remove(options.folder().resolve(CHECKPOINTS));
        Files.deleteIfExists(output(options));
        Path source = secret(
                options.folder().resolve("source.password"), servers.source().job());
        Path target = secret(
                options.folder().resolve("target.password"), servers.target().job());
        return Files.writeString(options.folder().resolve("handoff.yaml"), """
                run:
                  source: %s
                  dataset: %s
                  id: "%s"
                source:
                  url: %s
                  username: %s
                  password: ${file:%s}
                  relations: [%s]
                target:
                  url: %s
                  username: %s
                  password: ${file:%s}
                copy:
                  chunk-rows: %d
                stream:
                  mark-interval: 200ms
                local:
                  parallelism: 2
                  checkpoint-interval: 500ms
                  checkpoint-dir: %s
                """.formatted(
                RUN.sourceId(),
                RUN.datasetId(),
                RUN.runId(),
                servers.source().job().url(),
                servers.source().job().username(),
                source.getFileName(),
                String.join(", ", relations.stream().map(Relation::toString).toList()),
                servers.target().job().url(),
                servers.target().job().username(),
                target.getFileName(),
                options.chunkRows(),
                CHECKPOINTS));
    }

    private static Path secret(Path file, ConnectionConfig server) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, server.password());
    }
}
