package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks for a relation, or a range of its keys, to be copied again. */
@Command(
        name = "recopy",
        mixinStandardHelpOptions = true,
        description =
                "Has a relation, or a range of its keys, copied again beside the running stream: its rows at the target"
                        + " are deleted, and read anew from the source. Without --yes it only says what it would do.")
final class RecopyCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--relation", required = true, paramLabel = "SCHEMA.TABLE", description = "The relation.")
    private String relation = "";

    @Option(
            names = "--range",
            paramLabel = "LOWER..UPPER",
            description = "Keys above LOWER up to UPPER, either may be left out; cells of a key of several columns are"
                    + " separated by commas. Whole chunks are copied: the range is widened to their bounds.")
    private Optional<String> range = Optional.empty();

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    private final Output output;

    RecopyCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        Requests.refuseMerged(job);
        try (EvidenceStore evidence = EvidenceDoor.open(job, "recopy")) {
            RunRecord run = Requests.run(evidence, job);
            RunPlan plan = RunPlan.read(evidence, run.run());
            RelationSchema schema = schema(plan);
            List<ChunkRecord> all = plan.chunksInForce().stream()
                    .filter(chunk -> chunk.id().relation().equals(schema.relation()))
                    .toList();
            List<ChunkRecord> wanted = range.map(text -> within(KeyText.range(schema, text), schema, all))
                    .orElse(all);
            boolean whole = wanted.size() == all.size();
            say(schema.relation(), wanted, all);
            if (!yes) {
                output.line("dry run; nothing was changed. Add --yes to ask for it.");
                return 0;
            }
            List<Integer> numbers = whole
                    ? List.of()
                    : wanted.stream().map(chunk -> chunk.id().number()).toList();
            Requests.leave(
                    evidence, ControlRequest.recopy(run.run(), schema.relation(), numbers, Requests.user()), output);
            return 0;
        }
    }

    private RelationSchema schema(RunPlan plan) {
        Relation wanted = Relation.parse(relation);
        return Optional.ofNullable(plan.schemas().get(wanted))
                .orElseThrow(() -> new HandoffException(new Finding(
                        ErrorCode.CONFIG_INVALID,
                        "--relation " + relation,
                        "no relation of the run",
                        "one of " + plan.schemas().keySet(),
                        "name it as schema.table")));
    }

    private static List<ChunkRecord> within(KeyRange wanted, RelationSchema schema, List<ChunkRecord> all) {
        return all.stream()
                .filter(chunk -> KeyText.meet(schema, chunk.range(), wanted))
                .toList();
    }

    private void say(Relation of, List<ChunkRecord> wanted, List<ChunkRecord> all) {
        long rows = wanted.stream().mapToLong(ChunkRecord::copiedRows).sum();
        output.line("relation  " + of);
        output.line("chunks    " + wanted.size() + " of " + all.size() + ", last copied with " + rows + " rows: "
                + numbers(wanted));
        output.line("target    their rows are deleted, then copied again from the source");
    }

    private static String numbers(List<ChunkRecord> chunks) {
        String first = chunks.stream()
                .limit(20)
                .map(chunk -> "#" + chunk.id().number())
                .reduce((a, b) -> a + " " + b)
                .orElse("none");
        return chunks.size() > 20 ? first + " …" : first;
    }
}
