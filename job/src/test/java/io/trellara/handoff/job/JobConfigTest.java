package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobConfigTest {
    private static final String GOOD = """
            run: {source: shop, dataset: orders, id: r7}
            source:
              url: jdbc:postgresql://localhost:5432/shop
              username: reader
              password: ${file:secret.txt}
              relations: [public.orders, public."odd.name"]
            target:
              url: jdbc:postgresql://localhost:5433/shop
              username: writer
              existing: merge
            copy:
            local: {checkpoint-interval: 500ms, checkpoint-dir: state}
            """;

    @TempDir
    private Path folder;

    private JobConfig read(String yaml) {
        try {
            return JobConfig.readYaml(Files.writeString(folder.resolve("run.yaml"), yaml));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private List<Finding> refusal(String yaml) {
        return catchThrowableOfType(HandoffException.class, () -> read(yaml)).findings();
    }

    @Test
    void readsTheYamlBesideItsSecrets() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "open sesame\n");
        JobConfig config = read(GOOD);
        assertThat(config.source().connection().password()).isEqualTo("open sesame");
        assertThat(config.source().relations())
                .containsExactly(new Relation("public", "orders"), new Relation("public", "\"odd.name\""));
        assertThat(config.source().copy().replaceExisting()).isTrue();
        assertThat(config.source().evidence().username()).isEqualTo("writer");
        assertThat(config.local().checkpointInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.local().checkpointFolder()).isEqualTo(folder.resolve("state/shop/orders/r7"));
        assertThat(String.join("\n", config.shown())).doesNotContain("sesame").contains("source.password = ******");
    }

    @Test
    void servesMetricsOnlyWhereAPortIsGivenAndToThisMachineUnlessToldOtherwise() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "open sesame\n");
        assertThat(read(GOOD).local().metrics()).isEmpty();
        assertThat(read(GOOD.replace("local: {", "local: {metrics-port: 0, "))
                        .local()
                        .metrics())
                .contains(InetSocketAddress.createUnresolved("127.0.0.1", 0));
        assertThat(read(GOOD.replace("local: {", "local: {metrics-port: 9249, metrics-host: 0.0.0.0, "))
                        .local()
                        .metrics())
                .contains(InetSocketAddress.createUnresolved("0.0.0.0", 9249));
        assertThat(refusal(GOOD.replace("local: {", "local: {metrics-port: 65536, ")))
                .extracting(Finding::object)
                .contains("local.metrics-port (run.yaml line 12)");
    }

    @Test
    void namesLineAndNearestKeyOfATypo() {
        assertThat(refusal(GOOD.replace("existing: merge", "exsting: merge")))
                .anySatisfy(finding -> {
                    assertThat(finding.code()).isEqualTo(ErrorCode.CONFIG_UNKNOWN_KEY);
                    assertThat(finding.object()).isEqualTo("target.exsting (run.yaml line 10)");
                    assertThat(finding.required()).endsWith("target.existing");
                })
                .anySatisfy(finding -> assertThat(finding.code()).isEqualTo(ErrorCode.CONFIG_SECRET_MISSING));
    }

    @Test
    void admitsDeferredConstraintsOnOneLaneOnly() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "open sesame\n");
        String deferred = GOOD.replace("existing: merge", "constraints: deferred");
        assertThat(refusal(deferred)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(ErrorCode.CONFIG_INVALID);
            assertThat(finding.object()).isEqualTo("target.constraints");
            assertThat(finding.observed()).isEqualTo("deferred with stream.lanes 128");
        });
        assertThat(read(deferred + "stream: {lanes: 1}\n").sink().constraints()).isEqualTo(Constraints.DEFERRED);
        assertThat(read(GOOD.replace("existing: merge", "constraints: replica"))
                        .sink()
                        .constraints())
                .isEqualTo(Constraints.REPLICA);
        assertThat(read(GOOD).sink().constraints()).isEqualTo(Constraints.AS_IS);
    }

    @Test
    void refusesDeferredConstraintsInAWovenCopy() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "open sesame\n");
        String woven = GOOD + "copy: {schedule: woven, wave-rows: 1000000, wave-duration: 90s}\n";
        assertThat(read(woven).source().copy().waves())
                .isEqualTo(new SourceConfig.Waves(Schedule.WOVEN, 1_000_000, 90_000));
        assertThat(refusal(woven.replace("existing: merge", "constraints: deferred") + "stream: {lanes: 1}\n"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.object()).isEqualTo("target.constraints");
                    assertThat(finding.observed()).contains("woven");
                });
    }

    @Test
    void refusesWhatIsNotYamlWithoutQuotingIt() {
        assertThat(refusal("source:\n  password: hunter2: 3\n")).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(ErrorCode.CONFIG_UNREADABLE);
            assertThat(finding.text()).doesNotContain("hunter2").contains("run.yaml line 2");
        });
        assertThat(refusal("- a\n- b\n")).extracting(Finding::code).containsExactly(ErrorCode.CONFIG_UNREADABLE);
        assertThat(refusal("run: {id: a, id: b}"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.observed()).isEqualTo("the key run.id twice"));
    }

    @Test
    void refusesAnEmptyFileByNamingWhatIsRequired() {
        assertThat(refusal("")).extracting(Finding::object).contains("run.source (run.yaml)", "target.url (run.yaml)");
    }

    @Test
    void readsTheSameKeysFlatFromAManagedService() throws IOException {
        Path file = Files.writeString(folder.resolve("application_properties.json"), """
                [{"PropertyGroupId": "somebody.else", "PropertyMap": {"x": "y"}},
                 {"PropertyGroupId": "handoff", "PropertyMap": {
                   "run.source": "shop", "run.dataset": "orders",
                   "source.url": "jdbc:postgresql://db/shop", "source.username": "reader",
                   "source.relations": "public.orders, public.customers"}},
                 {"PropertyGroupId": "handoff.target", "PropertyMap": {
                   "target.url": "jdbc:postgresql://dw/shop", "target.username": "writer"}}]
                """);
        JobConfig config = JobConfig.readPropertyGroups(file);
        assertThat(config.source().relations()).hasSize(2);
        assertThat(config.source().evidence().url()).isEqualTo("jdbc:postgresql://dw/shop");
    }

    @Test
    void refusesPropertiesWithoutAGroupOfOurs() throws IOException {
        Path file = Files.writeString(folder.resolve("p.json"), "[{\"PropertyGroupId\": \"other\"}]");
        assertThat(catchThrowableOfType(HandoffException.class, () -> JobConfig.readPropertyGroups(file))
                        .code())
                .isEqualTo(ErrorCode.CONFIG_UNREADABLE);
    }

    @Test
    void saysThatAFileIsMissing() {
        assertThat(catchThrowableOfType(HandoffException.class, () -> JobConfig.readYaml(folder.resolve("no.yaml")))
                        .finding()
                        .observed())
                .isEqualTo("no such file");
    }
}
