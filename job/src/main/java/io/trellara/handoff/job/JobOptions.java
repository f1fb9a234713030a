package io.trellara.handoff.job;

import io.trellara.handoff.config.Option;
import io.trellara.handoff.config.SourceOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every key of the one YAML, by section. */
public final class JobOptions {
    private static final List<String> SECTIONS =
            List.of("run", "source", "target", "evidence", "copy", "stream", "sink", "limits", "local");

    private JobOptions() {}

    /** All of them, in the order of the template and the reference. */
    public static List<Option<?>> all() {
        List<Option<?>> all = new ArrayList<>();
        bySection().values().forEach(all::addAll);
        return List.copyOf(all);
    }

    /** The same by section. */
    public static Map<String, List<Option<?>>> bySection() {
        Map<String, List<Option<?>>> sections = new LinkedHashMap<>();
        SECTIONS.forEach(section -> sections.put(section, new ArrayList<>()));
        for (List<Option<?>> part : List.of(SourceOptions.all(), TargetOptions.all(), LocalOptions.all())) {
            part.forEach(option -> sections.computeIfAbsent(option.section(), s -> new ArrayList<>())
                    .add(option));
        }
        return sections;
    }
}
