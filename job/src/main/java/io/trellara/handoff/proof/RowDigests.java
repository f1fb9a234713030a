package io.trellara.handoff.proof;

import io.trellara.handoff.proof.ProofRule.Found;
import java.util.ArrayList;
import java.util.List;

/** A digest for each row, so that an edited row can be named, and not only its file. Pure. */
final class RowDigests {
    private RowDigests() {}

    /** A row's line as it stands in its file. */
    record Line(String file, int number, String text) {
        private String digest() {
            return Sha256.of(text) + " " + file + ":" + number;
        }
    }

    static String text(List<Line> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.digest()).append('\n'));
        return text.toString();
    }

    /** The rows that are not as the text of {@code row-digests.txt} says; {@code names} are theirs. */
    static void check(List<Line> lines, List<String> names, String digests, Found found) {
        List<String> recorded = new ArrayList<>(List.of(digests.split("\n", -1)));
        recorded.remove(recorded.size() - 1);
        java.util.Set<String> known = new java.util.HashSet<>(recorded);
        for (int i = 0; i < lines.size(); i++) {
            String digest = lines.get(i).digest();
            found.require(
                    known.remove(digest),
                    new Named<>(names.get(i), lines.get(i)),
                    "a row that is not the one that was digested",
                    "the row as it was exported");
        }
        for (String left : known) {
            String place = left.substring(left.indexOf(' ') + 1);
            found.require(
                    false,
                    new Named<>(place, left),
                    "no row with the digest that is recorded",
                    "the row as it was exported");
        }
    }
}
