package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.trellara.handoff.metrics.FlinkMetrics;
import io.trellara.handoff.metrics.HandoffMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alert rules and the dashboard ask for metrics that exist. {@code MetricsIT} shows that a run has them all. */
final class MetricNamesTest {
    private static final Path DEPLOY = Path.of("..", "deploy");
    private static final Pattern NAME = Pattern.compile("\\bflink_\\w+");
    private static final Set<String> KNOWN = Stream.concat(
                    Arrays.stream(HandoffMetrics.values()).map(HandoffMetrics::prometheusName),
                    Arrays.stream(FlinkMetrics.values()).map(FlinkMetrics::prometheusName))
            .collect(Collectors.toUnmodifiableSet());

    private static List<String> rules() throws IOException {
        JsonNode file = new ObjectMapper(new YAMLFactory())
                .readTree(DEPLOY.resolve("alerts/handoff-rules.yaml").toFile());
        List<String> expressions = new ArrayList<>();
        for (JsonNode group : file.get("groups")) {
            for (JsonNode rule : group.get("rules")) {
                assertThat(rule.get("alert").asText()).startsWith("Handoff");
                assertThat(rule.at("/labels/severity").asText()).isIn("warning", "critical");
                assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
                assertThat(rule.at("/annotations/description").asText()).isNotEmpty();
                expressions.add(rule.get("expr").asText());
            }
        }
        return expressions;
    }

    private static List<String> panels() throws IOException {
        JsonNode file = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana/handoff.json").toFile());
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : file.get("panels")) {
            assertThat(panel.get("targets")).as(panel.get("title").asText()).isNotEmpty();
            panel.get("targets")
                    .forEach(target -> expressions.add(target.get("expr").asText()));
        }
        expressions.add(file.at("/templating/list/1/query").asText());
        return expressions;
    }

    private static Set<String> names(List<String> expressions) {
        Set<String> names = new TreeSet<>();
        expressions.forEach(
                expression -> NAME.matcher(expression).results().forEach(result -> names.add(result.group())));
        return names;
    }

    /** An expression that asks for nothing would pass by asking for nothing unknown. */
    private static void everyOneAsksForKnownMetrics(List<String> expressions) {
        assertThat(expressions)
                .isNotEmpty()
                .allSatisfy(expression ->
                        assertThat(names(List.of(expression))).as(expression).isNotEmpty());
        assertThat(names(expressions)).isSubsetOf(KNOWN);
    }

    @Test
    void everyAlertAsksForMetricsThatExist() throws IOException {
        everyOneAsksForKnownMetrics(rules());
    }

    @Test
    void everyPanelAsksForMetricsThatExist() throws IOException {
        everyOneAsksForKnownMetrics(panels());
    }

    @Test
    void theDashboardShowsEveryMetric() throws IOException {
        assertThat(names(panels())).containsAll(KNOWN);
    }

    /** The twin: a name that nothing has is seen. */
    @Test
    void aNameThatNothingHasIsSeen() {
        String wrong = HandoffMetrics.CHUNKS_COPIED.prometheusName() + "Twice";
        assertThat(names(List.of("sum(rate(" + wrong + "{job_name=~\"$job\"}[1m])) > 0")))
                .containsExactly(wrong);
        assertThat(KNOWN).doesNotContain(wrong);
    }

    @Test
    void namesAreDistinct() {
        assertThat(KNOWN).hasSize(HandoffMetrics.values().length + FlinkMetrics.values().length);
    }
}
