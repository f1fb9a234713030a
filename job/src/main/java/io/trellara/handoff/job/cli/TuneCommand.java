package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.Tuning;
import io.trellara.handoff.job.JobConfig;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Changes the size of waves and the pace of a copy that is under way. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        description =
                "Changes the size of waves and the pace of a copy that is under way. What is not named stays as it is,"
                        + " after a restart too.")
final class TuneCommand implements Callable<Integer> {
    @Mixin
    private final ConfigFile config = new ConfigFile();

    @Option(names = "--wave-rows", paramLabel = "N", description = "Rows of the waves that are still to be opened.")
    private Optional<Long> waveRows = Optional.empty();

    @Option(
            names = "--chunk-rows",
            paramLabel = "N",
            description = "Rows of a chunk in plans that are still to be made: of relations added or refreshed.")
    private Optional<Long> chunkRows = Optional.empty();

    @Option(
            names = "--rows-per-second",
            paramLabel = "N",
            description = "The copy's pace over all readers; 0 for no limit. Chunks under way heed it too.")
    private Optional<Long> rowsPerSecond = Optional.empty();

    private final Output output;

    TuneCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        JobConfig job = config.read();
        Tuning tuning = new Tuning(
                number("--wave-rows", waveRows, 1),
                number("--chunk-rows", chunkRows, 1),
                number("--rows-per-second", rowsPerSecond, 0));
        if (tuning.equals(Tuning.NONE)) {
            throw refused("no option", "--wave-rows, --chunk-rows or --rows-per-second");
        }
        try (EvidenceStore evidence = EvidenceDoor.open(job, "tune")) {
            RunRecord run = Requests.run(evidence, job);
            Requests.leave(evidence, ControlRequest.tune(run.run(), tuning, Requests.user()), output);
            return 0;
        }
    }

    private static OptionalLong number(String option, Optional<Long> value, long least) {
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (value.get() < least) {
            throw refused(option + " " + value.get(), least + " or more");
        }
        return OptionalLong.of(value.get());
    }

    private static HandoffException refused(String observed, String required) {
        return new HandoffException(
                new Finding(ErrorCode.CONFIG_INVALID, "handoff tune", observed, required, "see handoff tune --help"));
    }
}
