package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.demo.Demo;
import io.trellara.handoff.demo.DemoOptions;
import io.trellara.handoff.demo.DemoSides;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the whole on two servers of its own, with two kills on the way. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description =
                "Starts two servers, PostgreSQL or MySQL, fills one with a shop of a million rows, hands it off to the other"
                        + " under writers that never pause, kills the job in mid-copy and again while it streams, and compares"
                        + " every row.")
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--source",
            paramLabel = "KIND",
            description = "What is copied from: postgres or mysql (default: ${DEFAULT-VALUE}).")
    private String source = "postgres";

    @Option(
            names = "--target",
            paramLabel = "KIND",
            description = "What is copied to: postgres or mysql (default: ${DEFAULT-VALUE}).")
    private String target = "postgres";

    @Option(names = "--rows", paramLabel = "N", description = "Rows in all (default: ${DEFAULT-VALUE}).")
    private long rows = 1_000_000;

    @Option(names = "--writers", paramLabel = "N", description = "Writers (default: ${DEFAULT-VALUE}).")
    private int writers = 4;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Transactions a second of each writer; 0 for no limit (default: ${DEFAULT-VALUE}).")
    private int rate = 100;

    @Option(names = "--seed", paramLabel = "N", description = "What the writers draw from (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where configuration, checkpoints and output go (default: ${DEFAULT-VALUE}).")
    private Path folder = Path.of(".handoff", "demo");

    @Option(
            names = "--servers-only",
            description = "Starts and fills the servers, writes the configuration, and keeps them until Ctrl-C.")
    private boolean serversOnly;

    private final Output output;

    DemoCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws IOException, SQLException {
        if (rows < DemoOptions.FEWEST_ROWS) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "--rows",
                    Long.toString(rows),
                    DemoOptions.FEWEST_ROWS + " or more",
                    "ask for more rows; with fewer the copy is over before it can be interrupted"));
        }
        DemoSides sides = new DemoSides(kind("--source", source), kind("--target", target));
        DemoOptions options = new DemoOptions(rows, writers, rate, seed, sides, folder, output.terminal());
        Demo demo = new Demo(options, Handoff.class.getName(), output.results());
        return serversOnly ? demo.keepServers() : demo.play();
    }

    private static DatabaseKind kind(String option, String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "postgres", "postgresql" -> DatabaseKind.POSTGRESQL;
            case "mysql" -> DatabaseKind.MYSQL;
            default ->
                throw new HandoffException(new Finding(
                        ErrorCode.CONFIG_INVALID,
                        option,
                        word,
                        "postgres or mysql",
                        "name one of the two; the demo has servers of no other kind"));
        };
    }
}
