package io.trellara.handoff.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {
    private final Map<String, Setting> written = new LinkedHashMap<>(Map.of(
            "run.source", setting("shop"),
            "run.dataset", setting("orders"),
            "source.url", setting("jdbc:postgresql://db.example:5432/shop"),
            "source.username", setting("handoff"),
            "source.password", setting("${env:SHOP_PASSWORD}"),
            "source.relations", new Setting(List.of("public.orders", "public.customers"), "test.yaml line 9")));

    private static Setting setting(String text) {
        return new Setting(List.of(text), "test.yaml line 1");
    }

    private static final SecretLookup SECRETS = new SecretLookup() {
        @Override
        public Optional<String> env(String name) {
            return name.equals("SHOP_PASSWORD") ? Optional.of("open sesame") : Optional.empty();
        }

        @Override
        public Optional<String> file(String path) {
            return path.equals("/run/secrets/wait") ? Optional.of("3h") : Optional.empty();
        }
    };

    private OptionValues read() {
        return new Settings("test.yaml", written).read(SourceOptions.all(), SECRETS);
    }

    private List<Finding> refusal() {
        return catchThrowableOfType(HandoffException.class, this::read).findings();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db.example/shop",
                "jdbc:mysql://db.example:3306/",
                "jdbc:mysql://db/x?sslMode=REQUIRED"
            })
    void evidenceMayBeOfEitherKind(String url) {
        written.put("evidence.url", setting(url));
        assertThat(read().find(SourceOptions.EVIDENCE_URL)).contains(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql:loadbalance://one,two/shop",
                "jdbc:mariadb://db/shop",
                "jdbc:mysql://ann:sesame@db/shop",
                "jdbc:mysql://address=(host=db)(user=ann)(password=sesame)/shop",
                "jdbc:mysql://db/shop?Password1=sesame",
                "jdbc:mysql://db/shop?maxRows=1000",
                "jdbc:mysql://db/shop?useSSL=true&sessionVariables=sql_select_limit=5",
                "jdbc:postgresql://db/shop?user=ann"
            })
    void refusesUrlsOfOtherKindsOrWithCredentials(String url) {
        written.put("evidence.url", setting(url));
        assertThat(refusal())
                .singleElement()
                .returns(ErrorCode.CONFIG_INVALID, Finding::code)
                .satisfies(finding -> assertThat(finding.text()).doesNotContain("sesame"));
    }

    @Test
    void givesGivenValuesAndDefaultsByType() {
        written.put("source.view-timeout", setting("${file:/run/secrets/wait}"));
        OptionValues values = read();
        assertThat(values.get(SourceOptions.RELATIONS))
                .containsExactly(new Relation("public", "orders"), new Relation("public", "customers"));
        assertThat(values.get(SourceOptions.VIEW_TIMEOUT)).isEqualTo(Duration.ofHours(3));
        assertThat(values.get(SourceOptions.BLOCK_SIZE)).isEqualTo(65_536);
        assertThat(values.get(SourceOptions.PASSWORD)).isEqualTo("open sesame");
        assertThat(values.find(SourceOptions.SLOT)).isEmpty();
    }

    @Test
    void masksSecretsWhereverTheConfigurationIsShown() {
        assertThat(read().shown())
                .contains("source.password = ******", "run.id = 1", "source.username = handoff")
                .noneMatch(line -> line.contains("sesame"));
    }

    @Test
    void refusesAnUnknownKeyWithTheNearestOneAndItsPlace() {
        written.put("source.relation", new Setting(List.of("public.orders"), "test.yaml line 14"));
        written.put("view-timeout", setting("1s"));
        assertThat(refusal())
                .satisfiesExactlyInAnyOrder(
                        finding -> {
                            assertThat(finding.code()).isEqualTo(ErrorCode.CONFIG_UNKNOWN_KEY);
                            assertThat(finding.object()).contains("source.relation", "test.yaml line 14");
                            assertThat(finding.required()).endsWith("source.relations");
                        },
                        finding -> assertThat(finding.required()).endsWith("source.view-timeout"));
    }

    @Test
    void namesEveryProblemAtOnce() {
        written.remove("run.source");
        written.put("stream.lanes", setting("0"));
        written.put("limits.checkpoint-overdue", setting("10 minutes"));
        written.put("source.password", setting("${env:NOT_SET}"));
        assertThat(refusal())
                .extracting(Finding::code)
                .containsExactlyInAnyOrder(
                        ErrorCode.CONFIG_INVALID,
                        ErrorCode.CONFIG_INVALID,
                        ErrorCode.CONFIG_INVALID,
                        ErrorCode.CONFIG_SECRET_MISSING);
    }

    @Test
    void refusesAUrlWithAPasswordWithoutPrintingIt() {
        written.put("source.url", setting("jdbc:postgresql://db.example/shop?password=hunter2"));
        assertThat(refusal()).singleElement().satisfies(finding -> {
            assertThat(finding.object()).startsWith("source.url");
            assertThat(finding.text()).doesNotContain("hunter2");
        });
    }

    @Test
    void neverPrintsAResolvedReference() {
        written.put("stream.lanes", setting("${env:SHOP_PASSWORD}"));
        assertThat(refusal())
                .singleElement()
                .satisfies(finding -> assertThat(finding.text()).doesNotContain("sesame"));
    }

    @Test
    void takesTheEvidenceStoreFromTheFallbackPartByPart() {
        written.put("evidence.username", setting("keeper"));
        SourceConfig config = SourceOptions.config(read(), new ConnectionConfig("jdbc:t", "writer", "pw"), false);
        assertThat(config.evidence()).isEqualTo(new ConnectionConfig("jdbc:t", "keeper", "pw"));
        assertThat(config.replication().slot()).isEqualTo("handoff_shop_orders_1");
        assertThat(config.replication().publication()).isEqualTo("handoff_shop_orders_1");
    }
}
