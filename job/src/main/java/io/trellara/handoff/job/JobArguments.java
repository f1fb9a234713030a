package io.trellara.handoff.job;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a cluster's job finds its configuration.
 *
 * @param file the file
 * @param propertyGroups whether it is a managed service's application properties rather than a YAML
 * @param verify whether the run is to be verified, not run
 */
record JobArguments(Path file, boolean propertyGroups, boolean verify) {
    static final String YAML_VARIABLE = "HANDOFF_CONFIG";
    static final String PROPERTIES_VARIABLE = "HANDOFF_PROPERTIES";

    private static final String VERIFY = "--verify";

    /** Where managed services put an application's properties. */
    private static final Path PROPERTIES = Path.of("/etc/flink/application_properties.json");

    /**
     * {@code --config FILE} or {@code --properties FILE}; without either the environment variables of the same meaning;
     * without those the path that managed services use. Beside any of them {@code --verify}.
     *
     * @throws HandoffException CONFIG_INVALID
     */
    static JobArguments of(List<String> arguments, Map<String, String> environment) {
        List<String> words = new ArrayList<>(arguments);
        boolean verify = words.remove(VERIFY);
        if (words.isEmpty()) {
            return Optional.ofNullable(environment.get(YAML_VARIABLE))
                    .map(file -> new JobArguments(Path.of(file), false, verify))
                    .orElseGet(() -> new JobArguments(
                            Optional.ofNullable(environment.get(PROPERTIES_VARIABLE))
                                    .map(Path::of)
                                    .orElse(PROPERTIES),
                            true,
                            verify));
        }
        if (words.size() == 2 && words.get(0).equals("--config")) {
            return new JobArguments(Path.of(words.get(1)), false, verify);
        }
        if (words.size() == 2 && words.get(0).equals("--properties")) {
            return new JobArguments(Path.of(words.get(1)), true, verify);
        }
        throw new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                "the job's arguments",
                String.join(" ", arguments),
                "--config FILE, --properties FILE, or none, and --verify beside it to verify a run",
                "name one configuration"));
    }

    JobConfig read() {
        return propertyGroups ? JobConfig.readPropertyGroups(file) : JobConfig.readYaml(file);
    }
}
