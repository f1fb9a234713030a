package io.trellara.handoff.job;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a cluster's job finds its configuration.
 *
 * @param file the file
 * @param propertyGroups whether it is a managed service's application properties rather than a YAML
 */
record JobArguments(Path file, boolean propertyGroups) {
    static final String YAML_VARIABLE = "HANDOFF_CONFIG";
    static final String PROPERTIES_VARIABLE = "HANDOFF_PROPERTIES";

    /** Where managed services put an application's properties. */
    private static final Path PROPERTIES = Path.of("/etc/flink/application_properties.json");

    /**
     * {@code --config FILE} or {@code --properties FILE}; without either the environment variables of the same meaning;
     * without those the path that managed services use.
     *
     * @throws HandoffException CONFIG_INVALID
     */
    static JobArguments of(List<String> arguments, Map<String, String> environment) {
        if (arguments.isEmpty()) {
            return Optional.ofNullable(environment.get(YAML_VARIABLE))
                    .map(file -> new JobArguments(Path.of(file), false))
                    .orElseGet(() -> new JobArguments(
                            Optional.ofNullable(environment.get(PROPERTIES_VARIABLE))
                                    .map(Path::of)
                                    .orElse(PROPERTIES),
                            true));
        }
        if (arguments.size() == 2 && arguments.get(0).equals("--config")) {
            return new JobArguments(Path.of(arguments.get(1)), false);
        }
        if (arguments.size() == 2 && arguments.get(0).equals("--properties")) {
            return new JobArguments(Path.of(arguments.get(1)), true);
        }
        throw new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                "the job's arguments",
                String.join(" ", arguments),
                "--config FILE, --properties FILE, or none",
                "name one configuration"));
    }

    JobConfig read() {
        return propertyGroups ? JobConfig.readPropertyGroups(file) : JobConfig.readYaml(file);
    }
}
