package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that people copy are configurations that this program takes. */
final class DeployFilesTest {
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @TempDir
    private Path folder;

    private static void onlySecretsAreMissing(Path yaml) {
        assertThat(catchThrowableOfType(HandoffException.class, () -> JobConfig.readYaml(yaml))
                        .findings())
                .extracting(Finding::code)
                .containsOnly(ErrorCode.CONFIG_SECRET_MISSING);
    }

    private static Configuration flink(JsonNode settings) {
        Map<String, String> plain = new TreeMap<>();
        settings.properties()
                .forEach(entry -> plain.put(entry.getKey(), entry.getValue().asText()));
        return Configuration.fromMap(plain);
    }

    @Test
    void composeExamplesAreConfigurations() {
        onlySecretsAreMissing(DEPLOY.resolve("compose/handoff.yaml"));
        assertThat(JobConfig.readYaml(DEPLOY.resolve("compose/migrate.yaml"))
                        .source()
                        .relations())
                .hasSize(2);
    }

    @Test
    void managedPropertiesAreAConfiguration() {
        JobConfig config = JobConfig.readPropertyGroups(DEPLOY.resolve("managed/application_properties.json"));
        assertThat(config.source().run()).hasToString("shop/orders/1");
    }

    @Test
    void composeSetsFlinkAsTheJobRequires() throws IOException {
        JsonNode compose = YAML.readTree(DEPLOY.resolve("compose/compose.yaml").toFile());
        String properties =
                compose.at("/services/jobmanager/environment/FLINK_PROPERTIES").asText();
        assertThat(FlinkSettings.check(flink(YAML.readTree(properties.replaceAll("(?m)^([^:]+): ", "\"$1\": ")))))
                .isEmpty();
    }

    @Test
    void kubernetesSetsFlinkAsTheJobRequiresAndCarriesAConfiguration() throws IOException {
        String[] documents =
                Pattern.compile("(?m)^---$").split(Files.readString(DEPLOY.resolve("kubernetes/flinkdeployment.yaml")));
        assertThat(documents).hasSize(2);
        assertThat(FlinkSettings.check(flink(YAML.readTree(documents[0]).at("/spec/flinkConfiguration"))))
                .isEmpty();
        String yaml = YAML.readTree(documents[1]).at("/data/handoff.yaml").asText();
        onlySecretsAreMissing(Files.writeString(folder.resolve("handoff.yaml"), yaml));
    }

    @Test
    void theReadmesSmallestConfigurationIsOne() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        int start = readme.indexOf("```yaml\n") + "```yaml\n".length();
        String yaml = readme.substring(start, readme.indexOf("```", start));
        onlySecretsAreMissing(Files.writeString(folder.resolve("handoff.yaml"), yaml));
    }
}
