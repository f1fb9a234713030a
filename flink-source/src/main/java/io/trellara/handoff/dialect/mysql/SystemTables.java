package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.mysql.Words.Word;
import java.util.List;
import java.util.Set;

/**
 * Statements that change only tables of the server's own schemas, as managed services write their heartbeats. They fire
 * no trigger and cascade nowhere.
 */
final class SystemTables {
    private static final Set<String> SCHEMAS = Set.of("mysql", "sys", "performance_schema");
    private static final Set<String> BEFORE_TABLE = Set.of("INTO", "UPDATE", "FROM", "JOIN", "TABLE");
    private static final Set<String> BETWEEN = Set.of("LOW_PRIORITY", "IGNORE", "DELAYED", "HIGH_PRIORITY", "QUICK");

    private SystemTables() {}

    static boolean only(List<Word> words, String schema) {
        if (words.isEmpty()
                || !(words.get(0).is("INSERT")
                        || words.get(0).is("UPDATE")
                        || words.get(0).is("DELETE"))) {
            return false;
        }
        boolean found = false;
        for (int i = 0; i + 1 < words.size(); i++) {
            if (any(BEFORE_TABLE, words.get(i)) && !(i > 0 && words.get(i - 1).is("KEY"))) {
                int at = i + 1;
                while (at < words.size() && any(BETWEEN, words.get(at))) {
                    at++;
                }
                found = true;
                if (!system(words, at, schema)) {
                    return false;
                }
            }
        }
        return found;
    }

    private static boolean system(List<Word> words, int at, String schema) {
        if (at >= words.size()) {
            return false;
        }
        boolean qualified = at + 1 < words.size() && words.get(at + 1).is(".");
        return SCHEMAS.contains(qualified ? words.get(at).text() : schema);
    }

    private static boolean any(Set<String> keywords, Word word) {
        return keywords.stream().anyMatch(word::is);
    }
}
