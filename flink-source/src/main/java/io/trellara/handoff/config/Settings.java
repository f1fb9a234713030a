package io.trellara.handoff.config;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A configuration as written: flat keys and their settings. */
public final class Settings {
    private final String name;
    private final Map<String, Setting> byKey;

    /**
     * @param name of the file or service it came from, for error texts
     * @param byKey by flat key, in written order
     */
    public Settings(String name, Map<String, Setting> byKey) {
        this.name = name;
        this.byKey = new LinkedHashMap<>(byKey);
    }

    /**
     * Resolves references, parses every value and refuses unknown keys.
     *
     * @throws HandoffException with every problem at once: CONFIG_UNKNOWN_KEY, CONFIG_SECRET_MISSING, CONFIG_INVALID
     */
    public OptionValues read(List<Option<?>> known, SecretLookup lookup) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Option<?>> options = new LinkedHashMap<>();
        known.forEach(option -> options.put(option.key(), option));
        Map<String, List<String>> items = new LinkedHashMap<>();
        References references = new References(lookup);
        byKey.forEach((key, setting) -> {
            Option<?> option = options.get(key);
            if (option == null) {
                findings.add(unknown(key, setting, options));
                return;
            }
            References.Resolved resolved = references.resolve(setting.items());
            items.put(key, resolved.items());
            resolved.missing().forEach(reference -> findings.add(missing(key, setting, reference)));
            if (resolved.missing().isEmpty()) {
                check(option, setting, resolved, findings);
            }
        });
        for (Option<?> option : known) {
            if (option.presence() == Option.Presence.REQUIRED && !items.containsKey(option.key())) {
                findings.add(absent(option));
            }
        }
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
        return new OptionValues(known, items);
    }

    private static void check(Option<?> option, Setting setting, References.Resolved resolved, List<Finding> findings) {
        try {
            Object unused = option.type().parser().apply(resolved.items());
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            boolean hide = option.secret() || resolved.fromReference() || mayHoldPassword(resolved.items());
            findings.add(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    option.key() + " (" + setting.place() + ")",
                    hide ? "a value that is not shown" : "'" + String.join(", ", resolved.items()) + "'",
                    option.type().form(),
                    "correct it; ./handoff init writes every key with its meaning"));
        }
    }

    /** A URL is refused for holding a password; the refusal must not print it. */
    private static boolean mayHoldPassword(List<String> items) {
        return items.stream().anyMatch(item -> item.startsWith("jdbc:"));
    }

    private static Finding unknown(String key, Setting setting, Map<String, Option<?>> options) {
        String nearest = Nearest.of(key, options.keySet()).orElse("");
        return new Finding(
                ErrorCode.CONFIG_UNKNOWN_KEY,
                key + " (" + setting.place() + ")",
                "a key that nothing reads",
                "a known key; the nearest is " + nearest,
                "write " + nearest + " or remove the line");
    }

    private static Finding missing(String key, Setting setting, String reference) {
        return new Finding(
                ErrorCode.CONFIG_SECRET_MISSING,
                key + " (" + setting.place() + ")",
                reference + " without a value",
                "a set variable or a readable file",
                "set it in the environment of this command, or mend the path");
    }

    private Finding absent(Option<?> option) {
        return new Finding(
                ErrorCode.CONFIG_INVALID,
                option.key() + " (" + name + ")",
                "nothing",
                option.type().form(),
                "add it");
    }
}
