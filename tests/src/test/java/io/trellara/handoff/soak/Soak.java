package io.trellara.handoff.soak;

import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.FileTree;
import io.trellara.handoff.local.PostgresVersion;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Kills the job at random moments under writers, round after round, each with a run, databases and a seed of its own,
 * and compares at the end of each. Ends with status 1 at the first round that is not as it must be, and leaves its
 * files.
 */
public final class Soak {
    private static final long SEEDS = 1_000_000;

    private Soak() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream screen = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SoakOptions options =
                SoakOptions.parse(arguments, ThreadLocalRandom.current().nextLong(SEEDS));
        screen.println("soak: " + options.length().toMinutes() + " minutes, seed " + options.seed());
        boolean passed = run(options, screen);
        System.exit(passed ? 0 : 1);
    }

    private static boolean run(SoakOptions options, PrintStream screen) throws Exception {
        long end = System.nanoTime() + options.length().toNanos();
        SoakCounts counts = new SoakCounts();
        try (TestServer source = Servers.source(PostgresVersion.V17);
                TestServer target = Servers.target(PostgresVersion.V17)) {
            int number = 0;
            do {
                number++;
                Path folder = Files.createTempDirectory("handoff-soak-");
                SoakRound round = new SoakRound(options.seed(), number, counts);
                try {
                    screen.println("round " + number + ": " + round.run(source, target, folder));
                } catch (Exception | AssertionError failure) {
                    screen.println("round " + number + ": " + round + "\n" + failure);
                    failure.printStackTrace(screen);
                    screen.println("soak: FAILED in round " + number + "; seed " + options.seed() + "; " + counts
                            + "; files in " + folder);
                    return false;
                }
                FileTree.remove(folder);
            } while (System.nanoTime() < end);
            screen.println("soak: passed, " + number + " rounds, " + counts + "; seed " + options.seed());
            return true;
        }
    }
}
