package io.trellara.handoff.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of {@code docs/proofs.md} that says how soon the lack of each rule is found. */
final class RemovalTable {
    private static final Path PAGE = Path.of("..").toAbsolutePath().normalize().resolve("docs/proofs.md");
    private static final String BEGIN = "<!-- removals -->\n";
    private static final String END = "<!-- end of removals -->";

    private RemovalTable() {}

    /**
     * How soon.
     *
     * @param schedules played until it was found
     * @param violation what was found
     */
    record Found(int schedules, String violation) {
        /** What it is, without what differs from seed to seed. */
        String kind() {
            if (violation.startsWith("the target holds")) {
                return "target and source differ";
            }
            if (violation.contains(" was delivered ")) {
                return "a change is not delivered exactly once";
            }
            if (violation.startsWith("a first attempt")) {
                return "a row is copied onto another";
            }
            String[] parts = violation.split(":", -1);
            return violation.startsWith("the run halts") ? parts[0] + ":" + parts[1] : parts[0];
        }
    }

    static void record(Map<Removal, Map<SourceKind, Found>> found) throws IOException {
        StringBuilder table = new StringBuilder("| removed | PostgreSQL: schedules until found | what was found"
                + " | MySQL: schedules until found | what was found |\n|---|---|---|---|---|\n");
        found.forEach((rule, first) -> table.append("| ")
                .append(rule.name())
                .append(cells(first, SourceKind.POSTGRESQL))
                .append(cells(first, SourceKind.MYSQL))
                .append(" |\n"));
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(PAGE, page.substring(0, from) + table + page.substring(page.indexOf(END)));
    }

    /** Empty where the rule does not concern that kind. */
    private static String cells(Map<SourceKind, Found> found, SourceKind kind) {
        return Optional.ofNullable(found.get(kind))
                .map(first -> " | " + first.schedules() + " | " + first.kind())
                .orElse(" | | ");
    }

    /** The rules that the page has a row for. */
    static List<String> rules() throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf(BEGIN), page.indexOf(END))
                .lines()
                .filter(line -> line.matches("\\| R\\d+_.*"))
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }
}
