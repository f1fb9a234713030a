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
 * @param verify how the run is to be verified, where it is not to be run
 */
record JobArguments(Path file, boolean propertyGroups, Optional<VerifyChoice> verify) {
    static final String YAML_VARIABLE = "HANDOFF_CONFIG";
    static final String PROPERTIES_VARIABLE = "HANDOFF_PROPERTIES";

    private static final String VERIFY = "--verify";

    /** Where managed services put an application's properties. */
    private static final Path PROPERTIES = Path.of("/etc/flink/application_properties.json");

    /**
     * {@code --config FILE} or {@code --properties FILE}; without either the environment variables of the same meaning;
     * without those the path that managed services use. Behind any of them {@code --verify}, with the options of
     * {@link VerifyChoice} behind it.
     *
     * @throws HandoffException CONFIG_INVALID
     */
    static JobArguments of(List<String> arguments, Map<String, String> environment) {
        List<String> words = new ArrayList<>(arguments);
        int at = words.indexOf(VERIFY);
        Optional<VerifyChoice> verify = Optional.empty();
        if (at >= 0) {
            List<String> choice = words.subList(at, words.size());
            verify = Optional.of(VerifyChoice.parse(choice.subList(1, choice.size())));
            choice.clear();
        }
        return of(words, arguments, verify, environment);
    }

    private static JobArguments of(
            List<String> words,
            List<String> arguments,
            Optional<VerifyChoice> verify,
            Map<String, String> environment) {
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
                "--config FILE, --properties FILE, or none, and --verify behind it to verify a run",
                "name one configuration"));
    }

    JobConfig read() {
        return propertyGroups ? JobConfig.readPropertyGroups(file) : JobConfig.readYaml(file);
    }
}
