package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads a row's columns by their types. A column that is missing or of another form makes the row unreadable. */
final class RowColumns {
    /** A row that cannot be read. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable(String column, String what) {
            super(column + " is " + what);
        }
    }

    private final JsonNode columns;

    RowColumns(JsonNode columns) {
        this.columns = columns;
    }

    boolean has(String column) {
        return columns.has(column);
    }

    String text(String column) throws Unreadable {
        return optionalText(column).orElseThrow(() -> new Unreadable(column, "null"));
    }

    Optional<String> optionalText(String column) throws Unreadable {
        JsonNode value = value(column);
        if (value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw new Unreadable(column, "no text");
        }
        return Optional.of(value.textValue());
    }

    long number(String column) throws Unreadable {
        OptionalLong number = optionalNumber(column);
        if (number.isEmpty()) {
            throw new Unreadable(column, "null");
        }
        return number.getAsLong();
    }

    int small(String column) throws Unreadable {
        long number = number(column);
        if (number != (int) number) {
            throw new Unreadable(column, "too large");
        }
        return (int) number;
    }

    OptionalLong optionalNumber(String column) throws Unreadable {
        JsonNode value = value(column);
        if (value.isNull()) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new Unreadable(column, "no whole number");
        }
        return OptionalLong.of(value.longValue());
    }

    OptionalInt optionalSmall(String column) throws Unreadable {
        return optionalNumber(column).isEmpty() ? OptionalInt.empty() : OptionalInt.of(small(column));
    }

    Instant time(String column) throws Unreadable {
        return optionalTime(column).orElseThrow(() -> new Unreadable(column, "null"));
    }

    Optional<Instant> optionalTime(String column) throws Unreadable {
        try {
            return optionalText(column).map(Instant::parse);
        } catch (DateTimeParseException notTime) {
            throw new Unreadable(column, "no time");
        }
    }

    Position position(String column) throws Unreadable {
        return optionalPosition(column).orElseThrow(() -> new Unreadable(column, "null"));
    }

    Optional<Position> optionalPosition(String column) throws Unreadable {
        try {
            return optionalText(column).map(Position::parse);
        } catch (IllegalArgumentException | IndexOutOfBoundsException noPosition) {
            throw new Unreadable(column, "no position in a log");
        }
    }

    Relation relation(String column) throws Unreadable {
        return optionalRelation(column).orElseThrow(() -> new Unreadable(column, "null"));
    }

    Optional<Relation> optionalRelation(String column) throws Unreadable {
        try {
            return optionalText(column).map(Relation::parse);
        } catch (IllegalArgumentException noRelation) {
            throw new Unreadable(column, "no relation's name");
        }
    }

    <E extends Enum<E>> E word(String column, Class<E> words) throws Unreadable {
        try {
            return Enum.valueOf(words, text(column).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new Unreadable(column, "none of the known words");
        }
    }

    RunKey run() throws Unreadable {
        return key(text("run_id"));
    }

    /** A run of the same source and dataset. */
    RunKey key(String runId) throws Unreadable {
        try {
            return new RunKey(text("source_id"), text("dataset_id"), runId);
        } catch (IllegalArgumentException noKey) {
            throw new Unreadable("run_id", "no run's key");
        }
    }

    List<Integer> numbers(String column) throws Unreadable {
        JsonNode value = value(column);
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode number : value) {
            if (!number.canConvertToInt()) {
                throw new Unreadable(column, "no list of numbers");
            }
            numbers.add(number.intValue());
        }
        if (!value.isNull() && !value.isArray()) {
            throw new Unreadable(column, "no list");
        }
        return numbers;
    }

    /** A document's elements. */
    List<JsonNode> elements(String column) throws Unreadable {
        JsonNode value = value(column);
        if (!value.isArray()) {
            throw new Unreadable(column, "no list");
        }
        List<JsonNode> elements = new ArrayList<>();
        value.forEach(elements::add);
        return elements;
    }

    private JsonNode value(String column) throws Unreadable {
        JsonNode value = columns.get(column);
        if (value == null) {
            throw new Unreadable(column, "missing");
        }
        return value;
    }
}
