package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.mysql.StatementEffect.Control;
import io.trellara.handoff.dialect.mysql.StatementEffect.Harmless;
import io.trellara.handoff.dialect.mysql.StatementEffect.Reshapes;
import io.trellara.handoff.dialect.mysql.StatementEffect.Rows;
import io.trellara.handoff.dialect.mysql.StatementEffect.Schema;
import io.trellara.handoff.dialect.mysql.StatementEffect.Truncates;
import io.trellara.handoff.dialect.mysql.StatementEffect.Unknown;
import io.trellara.handoff.dialect.mysql.Words.Word;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Tells what a statement in the log does to tables. In doubt it does something: what is not understood is Unknown, and
 * a part of an ALTER TABLE that is not known to be harmless reshapes. Pure; one statement each.
 */
final class StatementReader {
    private final List<Word> words;
    private final String schema;
    private int at;

    private StatementReader(List<Word> words, String schema) {
        this.words = words;
        this.schema = schema;
    }

    /** @param schema the session's default schema; may be empty */
    static StatementEffect read(List<Word> words, String schema) {
        return new StatementReader(words, schema).effect();
    }

    private StatementEffect effect() {
        if (words.isEmpty()) {
            return new Harmless();
        }
        String first = words.get(0).quoted() ? "" : words.get(0).text().toUpperCase(Locale.ROOT);
        at = 1;
        return switch (first) {
            case "BEGIN", "START" -> Control.BEGIN;
            case "COMMIT" -> Control.COMMIT;
            case "ROLLBACK" -> has("TO") ? Control.SAVEPOINT : Control.ROLLBACK;
            case "SAVEPOINT", "RELEASE" -> Control.SAVEPOINT;
            case "XA" -> xa();
            case "CREATE" -> create();
            case "ALTER" -> alter();
            case "DROP" -> drop();
            case "RENAME" -> rename();
            case "TRUNCATE" -> truncate();
            case "INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD", "WITH", "CALL", "DO", "SELECT", "IMPORT" ->
                new Rows();
            case "GRANT", "REVOKE", "SET", "FLUSH", "ANALYZE", "CHECK", "CHECKSUM", "OPTIMIZE", "REPAIR", "CACHE" ->
                new Harmless();
            case "INSTALL", "UNINSTALL", "LOCK", "UNLOCK", "USE", "SHOW", "EXPLAIN", "PURGE", "RESET", "BINLOG" ->
                new Harmless();
            default -> new Unknown();
        };
    }

    private StatementEffect xa() {
        return next("START") || next("BEGIN")
                ? Control.XA_START
                : next("END")
                        ? Control.XA_END
                        : next("COMMIT") || next("ROLLBACK") ? Control.XA_DECIDED : new Unknown();
    }

    private StatementEffect create() {
        boolean replaces = next("OR") && next("REPLACE");
        if (next("TEMPORARY")) {
            return new Harmless();
        }
        if (next("TABLE")) {
            boolean unlessThere = next("IF") && next("NOT") && next("EXISTS");
            // where it is there already nothing happens, and a relation of the dataset is there
            return unlessThere && !replaces ? new Harmless() : reshapes(name());
        }
        boolean index = next("INDEX") || next("KEY");
        if (index || ((next("UNIQUE") || next("FULLTEXT") || next("SPATIAL")) && next("INDEX"))) {
            return new Harmless(); // the contract's key is looked at beside the stream
        }
        return object();
    }

    /** Things whose coming, going and change leave the rows of all tables alone. */
    private StatementEffect object() {
        if (next("DATABASE") || next("SCHEMA")) {
            return new Harmless();
        }
        for (String kind : List.of(
                "VIEW",
                "PROCEDURE",
                "FUNCTION",
                "TRIGGER",
                "EVENT",
                "USER",
                "ROLE",
                "SERVER",
                "TABLESPACE",
                "UNDO",
                "LOGFILE",
                "RESOURCE",
                "SPATIAL",
                "LIBRARY",
                "AGGREGATE",
                "INSTANCE",
                "DEFINER",
                "ALGORITHM",
                "SQL")) {
            if (next(kind)) {
                return new Harmless();
            }
        }
        return new Unknown();
    }

    private StatementEffect alter() {
        if (next("TABLE")) {
            Optional<Relation> altered = name();
            return altered.isPresent() && AlterParts.harmless(words, at) ? new Harmless() : alterations(altered);
        }
        if (next("DATABASE") || next("SCHEMA")) {
            return new Harmless(); // a default for tables to come
        }
        return object();
    }

    /** What is altered, and what a RENAME or an EXCHANGE names. */
    private StatementEffect alterations(Optional<Relation> altered) {
        List<Relation> relations = new ArrayList<>();
        if (altered.isEmpty()) {
            return new Unknown();
        }
        relations.add(altered.get());
        for (int i = at; i < words.size(); i++) {
            if (words.get(i).is("RENAME") || words.get(i).is("TABLE")) {
                at = i + 1;
                while (next("TO") || next("AS") || next("=")) {
                    // the name follows
                }
                name().ifPresent(relations::add);
            }
        }
        return new Reshapes(relations);
    }

    private StatementEffect drop() {
        if (next("TEMPORARY")) {
            return new Harmless();
        }
        if (next("TABLE") || next("TABLES")) {
            return dropTables();
        }
        if (next("DATABASE") || next("SCHEMA")) {
            skipIfExists();
            return at < words.size() ? new Schema(words.get(at).text()) : new Unknown();
        }
        if (next("INDEX")) {
            boolean primary = at < words.size() && words.get(at).text().equalsIgnoreCase("PRIMARY");
            while (at < words.size() && !next("ON")) {
                at++;
            }
            return primary ? reshapes(name()) : new Harmless();
        }
        return object();
    }

    private StatementEffect dropTables() {
        skipIfExists();
        List<Relation> relations = new ArrayList<>();
        do {
            Optional<Relation> relation = name();
            if (relation.isEmpty()) {
                return new Unknown();
            }
            relations.add(relation.get());
        } while (next(","));
        return new Reshapes(relations);
    }

    private void skipIfExists() {
        if (next("IF")) {
            next("EXISTS");
        }
    }

    private StatementEffect rename() {
        if (next("USER")) {
            return new Harmless();
        }
        if (!next("TABLE") && !next("TABLES")) {
            return new Unknown();
        }
        List<Relation> relations = new ArrayList<>();
        do {
            Optional<Relation> from = name();
            Optional<Relation> to = next("TO") ? name() : Optional.empty();
            if (from.isEmpty() || to.isEmpty()) {
                return new Unknown();
            }
            relations.add(from.get());
            relations.add(to.get());
        } while (next(","));
        return new Reshapes(relations);
    }

    private StatementEffect truncate() {
        next("TABLE");
        Optional<Relation> relation = name();
        return relation.isPresent() ? new Truncates(relation.get()) : new Unknown();
    }

    private static StatementEffect reshapes(Optional<Relation> relation) {
        return relation.isPresent() ? new Reshapes(List.of(relation.get())) : new Unknown();
    }

    /** A table's name at this place, with or without its schema. */
    private Optional<Relation> name() {
        if (at >= words.size() || words.get(at).text().isEmpty()) {
            return Optional.empty();
        }
        String name = words.get(at++).text();
        String of = schema;
        if (next(".") && at < words.size()) {
            of = name;
            name = words.get(at++).text();
        }
        return of.isEmpty() || name.isEmpty() ? Optional.empty() : Optional.of(new Relation(of, name));
    }

    private boolean has(String keyword) {
        return words.stream().anyMatch(word -> word.is(keyword));
    }

    /** Passes over the keyword where it comes next. */
    private boolean next(String keyword) {
        boolean found = at < words.size() && words.get(at).is(keyword);
        at += found ? 1 : 0;
        return found;
    }
}
