package io.trellara.handoff.config;

import io.trellara.handoff.error.HandoffException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A checked configuration: every value given parses, every required one is there. */
public final class OptionValues {
    private final List<Option<?>> known;
    private final Map<String, List<String>> items;

    OptionValues(List<Option<?>> known, Map<String, List<String>> items) {
        this.known = List.copyOf(known);
        this.items = new LinkedHashMap<>(items);
    }

    /** The value given, or the default. */
    public <T> T get(Option<T> option) {
        return find(option)
                .orElseThrow(() -> HandoffException.bug(
                        option.key(), "an option read without a value", "a given, required or defaulted one"));
    }

    /** The value given, or the default; empty for a derived option that was not given. */
    public <T> Optional<T> find(Option<T> option) {
        List<String> given = items.get(option.key());
        if (given != null) {
            return Optional.of(option.type().parser().apply(given));
        }
        return option.presence() == Option.Presence.DEFAULTED
                ? Optional.of(option.type().parser().apply(List.of(option.fallback())))
                : Optional.empty();
    }

    /** {@code key = value} lines of everything in effect, secrets masked. */
    public List<String> shown() {
        List<String> lines = new ArrayList<>();
        for (Option<?> option : known) {
            List<String> given = items.get(option.key());
            String value = given == null ? option.fallback() : String.join(", ", given);
            lines.add(option.key() + " = " + (option.secret() && !value.isEmpty() ? "******" : value));
        }
        return lines;
    }
}
