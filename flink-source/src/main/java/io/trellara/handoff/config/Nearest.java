package io.trellara.handoff.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known word that a mistyped one most likely meant. */
public final class Nearest {
    private Nearest() {}

    /** The nearest by edit distance; a key that only misses or mistakes its section counts as near. */
    public static Optional<String> of(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static int distance(String word, String candidate) {
        int whole = edits(word, candidate);
        String lastOfWord = word.substring(word.lastIndexOf('.') + 1);
        String lastOfCandidate = candidate.substring(candidate.lastIndexOf('.') + 1);
        return Math.min(whole, 2 + edits(lastOfWord, lastOfCandidate));
    }

    /** Levenshtein's distance, one row at a time. */
    static int edits(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replace = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
