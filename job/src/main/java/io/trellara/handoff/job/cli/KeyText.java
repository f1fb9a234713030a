package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyComparator;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Key ranges as they are typed: {@code LOWER..UPPER} in the forms that the server prints. Pure. */
final class KeyText {
    private static final String DAY = "\\d{4,}-\\d\\d-\\d\\d";
    private static final String TIME = DAY + " \\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?";
    private static final Map<KeyOrder, Pattern> FORMS = Map.of(
            KeyOrder.INTEGER, Pattern.compile("-?\\d{1,19}"),
            KeyOrder.NUMERIC, Pattern.compile("-?\\d+(\\.\\d+)?"),
            KeyOrder.DATE, Pattern.compile(DAY),
            KeyOrder.TIMESTAMP, Pattern.compile(TIME),
            KeyOrder.TIMESTAMPTZ, Pattern.compile(TIME + "\\+00"),
            KeyOrder.BOOLEAN, Pattern.compile("[tf]"),
            KeyOrder.UUID, Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
            KeyOrder.BYTEA, Pattern.compile("\\\\x([0-9a-f]{2})*"));

    private KeyText() {}

    /** Throws CONFIG_INVALID where the text is no range, or the keys of the relation cannot be compared here. */
    static KeyRange range(RelationSchema schema, String text) {
        if (!schema.keyComparable()) {
            throw refused(
                    schema,
                    "a range of keys that only the source's server can order",
                    "the whole relation",
                    "leave --range out");
        }
        int dots = text.indexOf("..");
        if (dots < 0) {
            throw refused(schema, "no two dots in the range", "LOWER..UPPER", "see handoff recopy --help");
        }
        KeyRange range = KeyRange.of(key(schema, text.substring(0, dots)), key(schema, text.substring(dots + 2)));
        if (isEmpty(schema, range.lower(), range.upper())) {
            throw refused(schema, "an upper end that is not above the lower one", "LOWER..UPPER", "exchange them");
        }
        return range;
    }

    /** Whether they have keys in common, as far as their bounds tell. */
    static boolean meet(RelationSchema schema, KeyRange left, KeyRange right) {
        return !isEmpty(schema, left.lower(), right.upper()) && !isEmpty(schema, right.lower(), left.upper());
    }

    private static boolean isEmpty(RelationSchema schema, Optional<Key> lower, Optional<Key> upper) {
        return lower.isPresent()
                && upper.isPresent()
                && KeyComparator.of(schema).compare(lower.get(), upper.get()) >= 0;
    }

    private static Optional<Key> key(RelationSchema schema, String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        List<String> cells = List.of(text.split(",", -1));
        if (cells.size() != schema.keyColumns().size()) {
            throw refused(
                    schema,
                    "an end with " + cells.size() + " cells",
                    schema.keyColumns().size() + ": " + String.join(",", schema.keyNames()),
                    "separate them by commas");
        }
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            KeyOrder order = schema.columns().get(schema.keyColumns().get(i)).order();
            String cell = cells.get(i).strip();
            Pattern form = FORMS.get(order);
            if (form == null || !form.matcher(cell).matches()) {
                throw refused(
                        schema,
                        "an end whose cell " + schema.keyNames().get(i) + " is not in the server's form",
                        "the text that psql shows for it, times in UTC",
                        "look at a key of the table");
            }
            plain.add(cell);
        }
        return Optional.of(new Key(plain));
    }

    private static HandoffException refused(RelationSchema schema, String observed, String required, String remedy) {
        return new HandoffException(
                new Finding(ErrorCode.CONFIG_INVALID, "--range of " + schema.relation(), observed, required, remedy));
    }
}
