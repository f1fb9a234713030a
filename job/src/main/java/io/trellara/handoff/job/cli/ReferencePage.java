package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.Option;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.ErrorKind;
import io.trellara.handoff.metrics.FlinkMetrics;
import io.trellara.handoff.metrics.HandoffMetrics;
import io.trellara.handoff.sink.types.TypeReference;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;

/** Reference pages in Markdown, made of what the code declares. */
final class ReferencePage {
    static final String NOTE = "<!-- Written by ./dev docs from the code; do not edit. -->\n\n";

    private ReferencePage() {}

    static String options(Map<String, List<Option<?>>> sections) {
        StringBuilder page = new StringBuilder("# Options\n\n" + NOTE);
        page.append("One YAML holds them all, by section. On a managed service the keys are written flat, as below.\n")
                .append("Anywhere in a value `${env:NAME}` stands for an environment variable and `${file:PATH}` for a"
                        + " file's content. Unknown keys are refused.\n");
        sections.forEach((section, options) -> {
            page.append("\n## ").append(section).append("\n\n| key | default | takes | effect |\n|---|---|---|---|\n");
            options.forEach(option -> page.append("| `%s` | %s | %s | %s |\n"
                    .formatted(option.key(), fallback(option), option.type().form(), option.description())));
        });
        return page.toString();
    }

    static String errors(List<ErrorCode> codes) {
        StringBuilder page = new StringBuilder("# Error codes\n\n" + NOTE);
        page.append("A message reads `HANDOFF-<number> <NAME>: <object>: observed …; required …; do …`.")
                .append(" A number is never reused.\n\n| kind | exit status | whose move |\n|---|---|---|\n");
        for (ErrorKind kind : ErrorKind.values()) {
            page.append("| %s | %d | %s |\n".formatted(lower(kind), kind.exitCode(), WhoseMove.after(kind)));
        }
        page.append("\n| code | name | kind | meaning |\n|---|---|---|---|\n");
        codes.forEach(code -> page.append("| HANDOFF-%d | %s | %s | %s |\n"
                .formatted(code.number(), code.name(), lower(code.kind()), code.meaning())));
        return page.toString();
    }

    static String commands(CommandLine root) {
        StringBuilder page = new StringBuilder("# Commands\n\n" + NOTE).append(usage(root));
        root.getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .forEach(command -> page.append("\n## ")
                        .append(command.getCommandName())
                        .append("\n\n")
                        .append(usage(command)));
        return page.toString();
    }

    static String types(List<TypeReference.Pair> pairs) {
        StringBuilder page = new StringBuilder("# Types\n\n" + NOTE);
        TypeReference.GENERAL.forEach(paragraph -> page.append(paragraph).append("\n\n"));
        for (TypeReference.Pair pair : pairs) {
            page.append("## ").append(pair.title()).append("\n\n");
            pair.reasons().forEach(paragraph -> page.append(paragraph).append("\n\n"));
            if (!pair.rows().isEmpty()) {
                page.append("| source | created as | as a key | what to know |\n|---|---|---|---|\n");
                pair.rows()
                        .forEach(row -> page.append("| `%s` | %s | %s | %s |\n"
                                .formatted(row.source(), code(row.created()), row.asKey(), row.remark())));
                page.append('\n');
            }
        }
        return page.toString().strip() + "\n";
    }

    static String metrics(List<HandoffMetrics> ours, List<FlinkMetrics> flinks) {
        StringBuilder page = new StringBuilder("# Metrics\n\n" + NOTE);
        page.append("Names are those that Flink's Prometheus reporter gives, and `/metrics` of `run --local` too.\n")
                .append("A gauge of which nothing is known, or not yet, is -1.\n");
        for (HandoffMetrics.Scope scope : HandoffMetrics.Scope.values()) {
            page.append("\n## ")
                    .append(scope.name().toLowerCase(Locale.ROOT))
                    .append("\n\n| metric | in Prometheus | unit | meaning |\n|---|---|---|---|\n");
            ours.stream()
                    .filter(metric -> metric.scope() == scope)
                    .forEach(metric -> page.append("| `%s` | `%s` | %s | %s |\n"
                            .formatted(metric.metric(), metric.prometheusName(), metric.unit(), metric.meaning())));
        }
        page.append("\n## Flink's own\n\n| in Prometheus | meaning |\n|---|---|\n");
        flinks.forEach(metric -> page.append("| `%s` | %s |\n".formatted(metric.prometheusName(), metric.meaning())));
        return page.toString();
    }

    private static String code(String type) {
        return type.isEmpty() ? "–" : "`" + type + "`";
    }

    private static String usage(CommandLine command) {
        return "```\n" + command.getUsageMessage(CommandLine.Help.Ansi.OFF).strip() + "\n```\n";
    }

    private static String fallback(Option<?> option) {
        return switch (option.presence()) {
            case REQUIRED -> "**required**";
            case DERIVED -> "*" + option.fallback() + "*";
            case DEFAULTED -> option.fallback().isEmpty() ? "(empty)" : "`" + option.fallback() + "`";
        };
    }

    private static String lower(ErrorKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
