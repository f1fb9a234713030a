package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks for a relation, a range of its keys, or what a verification found, to be copied again. */
@Command(
        name = "recopy",
        mixinStandardHelpOptions = true,
        description =
                "Has a relation, a range of its keys, or what a verification has found to differ copied again beside the"
                        + " running stream: its rows at the target are deleted, and read anew from the source. Without --yes"
                        + " it only says what it would do.")
final class RecopyCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @ArgGroup(multiplicity = "1")
    private What what = new What();

    @Option(
            names = "--range",
            paramLabel = "LOWER..UPPER",
            description = "Keys above LOWER up to UPPER, either may be left out; cells of a key of several columns are"
                    + " separated by commas. Whole chunks are copied: the range is widened to their bounds.")
    private Optional<String> range = Optional.empty();

    @Option(names = "--yes", description = "Do it.")
    private boolean yes;

    /** What is copied again: one or the other. */
    private static final class What {
        @Option(names = "--relation", paramLabel = "SCHEMA.TABLE", description = "The relation.")
        private Optional<String> relation = Optional.empty();

        @Option(
                names = "--from-verification",
                paramLabel = "ID",
                description = "Exactly the chunks in which that verification of the run has proven differences.")
        private Optional<Long> verification = Optional.empty();
    }

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
            List<Repair> repairs = what.verification.isPresent()
                    ? VerifiedRepair.of(evidence, run.run(), plan, refuseRange(what.verification.get()))
                    : List.of(named(plan));
            repairs.forEach(this::say);
            if (!yes) {
                output.line("dry run; nothing was changed. Add --yes to ask for it.");
                return 0;
            }
            repairs.forEach(repair -> Requests.leave(evidence, repair.request(run.run()), output));
            return 0;
        }
    }

    /** The relation that is named, or the chunks of it that the range meets. */
    private Repair named(RunPlan plan) {
        RelationSchema schema = schema(plan, what.relation.orElseThrow(RecopyCommand::nothingNamed));
        List<ChunkRecord> all = Repair.chunks(plan, schema.relation());
        return new Repair(
                schema,
                range.map(text -> within(KeyText.range(schema, text), schema, all))
                        .orElse(all),
                all);
    }

    private static HandoffException nothingNamed() {
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                "recopy",
                "neither --relation nor --from-verification",
                "one of them",
                "name what is to be copied again"));
    }

    private long refuseRange(long verification) {
        if (range.isPresent()) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "--range",
                    "--from-verification beside it",
                    "a verification, which names the chunks itself, or a relation and a range",
                    "leave one of them out"));
        }
        return verification;
    }

    private static RelationSchema schema(RunPlan plan, String relation) {
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

    private void say(Repair repair) {
        long rows = repair.chunks().stream().mapToLong(ChunkRecord::copiedRows).sum();
        output.line("relation  " + repair.schema().relation());
        output.line("chunks    " + repair.chunks().size() + " of "
                + repair.all().size() + ", last copied with " + rows + " rows: " + numbers(repair.chunks()));
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
