package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceSchema;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.report.ReportContext;
import io.trellara.handoff.report.ReportFacts;
import io.trellara.handoff.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a run's report, from its evidence alone. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Writes one self-contained HTML page about the run, from its evidence alone: states with their times,"
                        + " relations, chunks by reader, pace, lag, retained log, waves, requests and verifications. No"
                        + " key and no value of a row is in it.")
final class ReportCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where to write it (default: handoff-report-RUN.html in this folder).")
    private @Nullable Path out;

    private final Output output;
    private final Clock clock;

    ReportCommand(Output output, Clock clock) {
        this.output = output;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        RunKey run = job.source().run();
        try (EvidenceStore evidence = EvidenceDoor.open(job, "report")) {
            evidence.requireSchema();
            ReportFacts facts = ReportFacts.read(evidence, run).orElseThrow(() -> EvidenceDoor.missing(run));
            Path file = Optional.ofNullable(out)
                    .orElseGet(() -> Path.of("handoff-report-" + fileName(run.runId()) + ".html"));
            write(file, ReportPage.of(facts, context(job)));
            output.line(file.toAbsolutePath().normalize().toUri().toString());
            return 0;
        }
    }

    private ReportContext context(JobConfig job) {
        return new ReportContext(
                clock.instant(),
                ReportContext.Side.of(
                        job.source().connection().kind().text(),
                        job.source().connection().url()),
                ReportContext.Side.of(
                        job.sink().connection().kind().text(),
                        job.sink().connection().url()),
                List.of(
                        Handoff.VERSION,
                        "Flink " + EnvironmentInformation.getVersion(),
                        "Java " + Runtime.version().feature(),
                        "evidence " + EvidenceSchema.EVIDENCE_VERSION));
    }

    private static void write(Path file, String page) {
        try {
            Files.writeString(file, page);
        } catch (IOException unwritable) {
            throw new HandoffException(
                    new Finding(
                            ErrorCode.REPORT_FILE,
                            file.toString(),
                            "a file that cannot be written",
                            "a place for the report",
                            "name another one with --out"),
                    unwritable);
        }
    }

    /** A run's id is the operator's own text. */
    private static String fileName(String runId) {
        return runId.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
