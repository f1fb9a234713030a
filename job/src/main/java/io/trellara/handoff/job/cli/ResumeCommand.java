package io.trellara.handoff.job.cli;

import io.trellara.handoff.Sources;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.Relation;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The operator's word after a halt. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description =
                "After a halt whose cause was mended: puts the run back where its evidence ends. Then run it again. A"
                        + " relation whose schema has changed is copied again with --refresh-schema.")
final class ResumeCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(
            names = "--refresh-schema",
            description =
                    "Accept the relations as they are at the source now: each that differs from the run's contract"
                            + " is copied again, its rows at the target being deleted before. Bring the target's tables in line"
                            + " first.")
    private boolean refreshSchema;

    @Option(
            names = "--relation",
            paramLabel = "SCHEMA.TABLE",
            description = "With --refresh-schema: this relation too, whether or not it differs. May be repeated.")
    private List<String> relations = List.of();

    private final Output output;

    ResumeCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        EvidenceDoor.migrate(job).forEach(script -> output.note("evidence: applied " + script));
        try (EvidenceStore evidence = EvidenceDoor.open(job, "resume")) {
            RunRecord run = EvidenceDoor.require(evidence, job.source().run());
            refresh(job, evidence);
            if (!run.halted()) {
                output.line("run " + run.run() + " has not halted; it is "
                        + run.state().text()
                        + (run.divergenceProven()
                                ? ", as a verification has proven a divergence: recopy repairs it"
                                : "")
                        + ". Its state was not changed.");
            } else {
                RunWriter writer = evidence.open(
                        run.run(),
                        run.schedule(),
                        job.source().connection().kind().text());
                writer.resume();
                output.line(
                        "run " + run.run() + " is " + writer.current().state().text());
            }
            output.line("next: ./handoff run --local -c " + config.file() + ", or start the job on its cluster");
            return 0;
        }
    }

    private void refresh(JobConfig job, EvidenceStore evidence) {
        if (refreshSchema) {
            Requests.refuseMerged(job);
            SourceConfig source = job.source();
            new SchemaRefresh(evidence, Sources.of(source), source.run(), source.relations(), output)
                    .ask(relations.stream().map(Relation::parse).collect(Collectors.toCollection(TreeSet::new)));
        } else if (!relations.isEmpty()) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "--relation " + relations,
                    "no --refresh-schema",
                    "both, or neither",
                    "add --refresh-schema to have the relation copied again"));
        }
    }
}
