package io.trellara.handoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/proofs.md} names tests that exist, and leaves no rule without a test and a twin. */
final class ProofsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:IT|Test|Law))\\.(\\w+)`");
    private static final Pattern RULE = Pattern.compile("\\| ([RV]\\d+) \\|");
    private static final int RULES = 12;
    private static final int RULES_OF_VERIFICATION = 17;

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Map<String, String> sources = tests();
        List<String> missing = new ArrayList<>();
        List<MatchResult> named = NAMED.matcher(page()).results().toList();
        for (MatchResult name : named) {
            String source = sources.getOrDefault(name.group(1) + ".java", "");
            if (!source.contains("void " + name.group(2) + "(")) {
                missing.add(name.group());
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).hasSizeGreaterThan(2 * RULES);
    }

    @Test
    void everyRuleHasATestAndATwin() throws IOException {
        List<String> proven = new ArrayList<>();
        for (String line : page().lines().toList()) {
            var rule = RULE.matcher(line);
            if (rule.lookingAt()) {
                String[] cells = line.split("\\|", -1);
                assertThat(cells[3]).as("tests of %s", rule.group(1)).containsPattern(NAMED);
                assertThat(cells[4]).as("twins of %s", rule.group(1)).containsPattern(NAMED);
                proven.add(rule.group(1));
            }
        }
        assertThat(proven)
                .containsExactlyElementsOf(Stream.concat(
                                IntStream.rangeClosed(1, RULES).mapToObj(n -> "R" + n),
                                IntStream.rangeClosed(1, RULES_OF_VERIFICATION).mapToObj(n -> "V" + n))
                        .toList());
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/proofs.md"));
    }

    private static Map<String, String> tests() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String module : List.of("flink-source", "flink-sink", "state-migration", "job", "tests")) {
            Path folder = ROOT.resolve(module).resolve("src/test/java");
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".java")).toList()) {
                        sources.put(String.valueOf(file.getFileName()), Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }
}
