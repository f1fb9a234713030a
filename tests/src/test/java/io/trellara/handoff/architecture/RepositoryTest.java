package io.trellara.handoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no file of this repository may hold. */
final class RepositoryTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> SKIPPED = Set.of(".git", ".handoff", ".idea", ".vscode");
    private static final int LONGEST_FILE = 300;
    private static final int WIDEST_LINE = 160;

    /** Put together here, so that this file does not hold what it looks for. */
    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(" + String.join("|", "TO" + "DO", "FIX" + "ME", "XX" + "X") + ")\\b");

    private record Text(Path path, List<String> lines) {
        String name() {
            return ROOT.relativize(path).toString();
        }
    }

    @Test
    void nothingIsLeftUnfinished() {
        List<String> found = new ArrayList<>();
        for (Text text : texts(".java", ".xml", ".md", ".sql", ".yaml", ".yml", ".properties", ".json")) {
            for (int line = 0; line < text.lines().size(); line++) {
                if (UNFINISHED.matcher(text.lines().get(line)).find()) {
                    found.add(text.name() + ":" + (line + 1));
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void aFileIsOneNoun() {
        assertThat(mainJava()
                        .filter(text -> text.lines().size() > LONGEST_FILE)
                        .map(text -> text.name() + ": " + text.lines().size() + " lines"))
                .isEmpty();
    }

    @Test
    void noLineIsTooWide() {
        assertThat(mainJava()
                        .filter(text -> text.lines().stream().anyMatch(line -> line.length() > WIDEST_LINE))
                        .map(Text::name))
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIs() {
        assertThat(mainJava()
                        .map(text -> text.path().resolveSibling("package-info.java"))
                        .distinct())
                .allSatisfy(info -> assertThat(info).exists());
    }

    @Test
    void everyScriptIsExecutableAndStopsAtAnError() {
        for (String script : List.of("handoff", "dev", ".ci/run")) {
            assertThat(ROOT.resolve(script)).isExecutable();
            assertThat(read(ROOT.resolve(script)))
                    .as(script)
                    .anyMatch(line -> line.startsWith("set -") && line.contains("u") && line.contains("pipefail"));
        }
    }

    private static Stream<Text> mainJava() {
        return texts(".java").stream().filter(text -> text.name().contains("src/main/"));
    }

    private static List<Text> texts(String... endings) {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(path -> Stream.of(endings).anyMatch(path.toString()::endsWith))
                    .filter(RepositoryTest::ours)
                    .map(path -> new Text(path, read(path)))
                    .toList();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static boolean ours(Path path) {
        for (Path part : ROOT.relativize(path)) {
            String name = part.toString().toLowerCase(Locale.ROOT);
            if (SKIPPED.contains(name) || name.equals("target") || name.startsWith("target-")) {
                return false;
            }
        }
        return true;
    }

    private static List<String> read(Path path) {
        try {
            return Files.readAllLines(path);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
