package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.mysql.Words.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The parts of an ALTER TABLE. Pure. */
final class AlterParts {
    private static final Set<String> INDEX_WORDS = Set.of("INDEX", "KEY", "FULLTEXT", "SPATIAL", "UNIQUE");
    private static final Set<String> OPTIONS = Set.of("COMMENT", "ALGORITHM", "LOCK", "ENGINE", "AUTO_INCREMENT");
    private static final Set<String> STATS =
            Set.of("STATS_PERSISTENT", "STATS_AUTO_RECALC", "STATS_SAMPLE_PAGES", "ROW_FORMAT", "KEY_BLOCK_SIZE");

    private AlterParts() {}

    /** Whether each part from that word on leaves rows, columns and the primary key as they are. */
    static boolean harmless(List<Word> words, int from) {
        List<Word> part = new ArrayList<>();
        int depth = 0;
        for (int i = from; i < words.size(); i++) {
            Word word = words.get(i);
            depth += word.is("(") ? 1 : word.is(")") ? -1 : 0;
            if (depth == 0 && word.is(",")) {
                if (!harmless(part)) {
                    return false;
                }
                part.clear();
            } else {
                part.add(word);
            }
        }
        return harmless(part);
    }

    private static boolean harmless(List<Word> part) {
        if (part.isEmpty() || part.get(0).quoted()) {
            return part.isEmpty();
        }
        Word first = part.get(0);
        if (first.is("ADD") || first.is("DROP") || first.is("RENAME") || first.is("ALTER")) {
            boolean primary = part.stream().anyMatch(word -> word.text().equalsIgnoreCase("PRIMARY"));
            return !primary && part.size() > 1 && any(INDEX_WORDS, part.get(1));
        }
        return any(OPTIONS, first) || any(STATS, first) || first.is("ENABLE") || first.is("DISABLE");
    }

    private static boolean any(Set<String> keywords, Word word) {
        return keywords.stream().anyMatch(word::is);
    }
}
