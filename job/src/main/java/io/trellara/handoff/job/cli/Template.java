package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.Option;
import io.trellara.handoff.config.OptionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The commented YAML: required keys with an example, all others commented out with their default. */
final class Template {
    private static final int WIDTH = 110;

    private Template() {}

    static String of(Map<String, List<Option<?>>> sections) {
        List<String> lines = new ArrayList<>();
        lines.add("# Trellara Handoff: one run. Keys that start with # show their default.");
        lines.add("# Anywhere in a value: ${env:NAME} is an environment variable, ${file:PATH} a file's content.");
        sections.forEach((section, options) -> {
            lines.add("");
            lines.add(section + ":");
            options.forEach(option -> lines.addAll(entry(option)));
        });
        return String.join("\n", lines) + "\n";
    }

    private static List<String> entry(Option<?> option) {
        List<String> lines = new ArrayList<>();
        for (String line : wrapped(meaning(option))) {
            lines.add("  # " + line);
        }
        if (option.key().equals("source.relations")) {
            lines.add("  " + option.name() + ":");
            Arrays.stream(option.fallback().split(",", -1)).forEach(item -> lines.add("    - " + item.strip()));
        } else {
            lines.add("  " + (written(option) ? "" : "# ") + option.name() + ": " + value(option));
        }
        return lines;
    }

    private static String meaning(Option<?> option) {
        String form = option.type().form();
        return option.description() + (form.equals(OptionType.text().form()) ? "" : " Takes " + form + ".");
    }

    /** Passwords stand uncommented, so that nobody forgets them or writes them out. */
    private static boolean written(Option<?> option) {
        return option.presence() == Option.Presence.REQUIRED || passwordWithDefault(option);
    }

    private static boolean passwordWithDefault(Option<?> option) {
        return option.secret() && option.presence() == Option.Presence.DEFAULTED;
    }

    private static String value(Option<?> option) {
        if (passwordWithDefault(option)) {
            return "${env:" + option.key().replace('.', '_').toUpperCase(Locale.ROOT) + "}";
        }
        return option.presence() == Option.Presence.DERIVED ? "(" + option.fallback() + ")" : option.fallback();
    }

    private static List<String> wrapped(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() + 1 > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
