package io.trellara.handoff.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resolves {@code ${env:NAME}} and {@code ${file:PATH}} anywhere in a value. */
final class References {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");

    private final SecretLookup lookup;

    References(SecretLookup lookup) {
        this.lookup = lookup;
    }

    /**
     * A resolved value.
     *
     * @param fromReference whether any of it came from outside; then it is not shown in errors
     * @param missing references without a value
     */
    record Resolved(List<String> items, boolean fromReference, List<String> missing) {}

    Resolved resolve(List<String> items) {
        List<String> resolved = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        boolean any = false;
        for (String item : items) {
            Matcher matcher = REFERENCE.matcher(item);
            StringBuilder text = new StringBuilder();
            while (matcher.find()) {
                any = true;
                Optional<String> value = find(matcher.group(1), matcher.group(2));
                if (value.isEmpty()) {
                    missing.add(matcher.group());
                }
                matcher.appendReplacement(text, Matcher.quoteReplacement(value.orElse("")));
            }
            resolved.add(matcher.appendTail(text).toString());
        }
        return new Resolved(List.copyOf(resolved), any, List.copyOf(missing));
    }

    private Optional<String> find(String kind, String name) {
        return kind.equals("env") ? lookup.env(name) : lookup.file(name);
    }
}
