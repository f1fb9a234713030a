package io.trellara.handoff.job;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.verify.VerifyOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How a run is to be verified: the options that the command line and the Flink form have in common. */
@Command
public final class VerifyChoice {
    private static final int SHOWN_KEYS = 20;

    @Option(names = "--rounds", defaultValue = "10", description = "Rounds at most (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--max-rows-per-second",
            paramLabel = "ROWS",
            defaultValue = "0",
            description = "Rows read at most, of both sides together; 0 for no limit (default: ${DEFAULT-VALUE}).")
    private long maxRowsPerSecond;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "The target must reach a round's view within this (default: ${DEFAULT-VALUE}).")
    private int waitSeconds;

    @Option(
            names = "--relation",
            paramLabel = "SCHEMA.TABLE",
            description = "Only this relation; may be repeated. The run is not called verified then.")
    private List<String> relations = new ArrayList<>();

    @Option(
            names = "--incremental",
            description =
                    "Only what the stream has touched since the last verification that was verified. It trusts the"
                            + " stream's own record: a row that somebody else changed at the target elsewhere is not found.")
    private boolean incremental;

    @Option(
            names = "--show-keys",
            description = "Show keys of rows that differ, up to " + SHOWN_KEYS
                    + " of them. They are values of your rows, and go to this screen only.")
    private boolean showKeys;

    /** Those of a job's arguments. */
    static VerifyChoice parse(List<String> words) {
        VerifyChoice choice = new VerifyChoice();
        try {
            new CommandLine(choice).parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.ParameterException wrong) {
            throw new HandoffException(
                    new Finding(
                            ErrorCode.CONFIG_INVALID,
                            "the job's arguments beside --verify",
                            String.join(" ", words),
                            "options of handoff verify: --rounds, --max-rows-per-second, --wait, --relation, --incremental",
                            "see handoff verify --help"),
                    wrong);
        }
        if (choice.showKeys) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "--show-keys",
                    "a job, which has no screen but its log",
                    "keys of rows on a screen only: they are values",
                    "verify with ./handoff verify --show-keys, where only the relation that differs is named"));
        }
        return choice;
    }

    /**
     * The relations that were named; all where none was.
     *
     * @throws HandoffException CONFIG_INVALID
     */
    public List<Relation> relations() {
        return relations.stream().map(VerifyChoice::relation).toList();
    }

    private static Relation relation(String name) {
        try {
            return Relation.parse(name);
        } catch (IllegalArgumentException e) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "--relation " + name,
                    "no name of a relation",
                    "schema.table",
                    "name one of source.relations"));
        }
    }

    /**
     * With so many readers.
     *
     * @throws HandoffException CONFIG_INVALID
     */
    public VerifyOptions options(int parallelism) {
        require("--rounds", rounds, 1, 1_000);
        require("--wait", waitSeconds, 1, 86_400);
        require("--max-rows-per-second", maxRowsPerSecond, 0, Integer.MAX_VALUE);
        return new VerifyOptions(
                rounds,
                parallelism,
                maxRowsPerSecond,
                Duration.ofSeconds(waitSeconds),
                showKeys ? SHOWN_KEYS : 0,
                incremental);
    }

    /** @throws HandoffException CONFIG_INVALID */
    public static void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    option,
                    String.valueOf(value),
                    "a number from " + least + " to " + most,
                    "see handoff verify --help"));
        }
    }
}
