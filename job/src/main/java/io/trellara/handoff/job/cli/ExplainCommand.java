package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.Nearest;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.ErrorKind;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says what an error code means and whose move it is. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Says what an error code means: explain 4003, explain HANDOFF-4003, explain SLOT_AHEAD.")
final class ExplainCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CODE", arity = "0..*", description = "A number or a name; without one, all are listed.")
    private List<String> words = List.of();

    private final Output output;

    ExplainCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        if (words.isEmpty()) {
            output.table(Arrays.stream(ErrorCode.values())
                    .map(code -> List.of("HANDOFF-" + code.number(), code.name(), code.meaning()))
                    .toList());
            return 0;
        }
        ErrorCode code = ErrorCode.find(String.join(" ", words)).orElseThrow(this::unknown);
        ErrorKind kind = code.kind();
        output.line(code.label());
        output.line("  " + code.meaning());
        output.line("  Kind: " + kind.name().toLowerCase(Locale.ROOT) + ". " + WhoseMove.after(kind));
        output.line("  Exit status: " + kind.exitCode());
        return 0;
    }

    private HandoffException unknown() {
        String word = String.join(" ", words);
        List<String> known = Arrays.stream(ErrorCode.values())
                .flatMap(code -> Stream.of(code.name(), String.valueOf(code.number())))
                .toList();
        String nearest = Nearest.of(word.toUpperCase(Locale.ROOT), known).orElse("");
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                "explain",
                "'" + word + "'",
                "a code of the catalogue; the nearest is " + nearest,
                "./handoff explain without a code lists all"));
    }
}
