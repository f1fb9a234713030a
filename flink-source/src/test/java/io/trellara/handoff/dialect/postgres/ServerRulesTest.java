package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.Severity;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerRulesTest {
    private static final ServerFacts READY =
            new ServerFacts(180_006, "logical", 10, 8, 10, 8, false, -1, "", "", false);

    @Test
    void findsNothingAtAServerThatIsReady() {
        assertThat(check(READY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"130020,true", "140019,false", "180000,false", "190000,true"})
    void refusesMajorsThatAreNotTested(int version, boolean refused) {
        assertThat(check(version(version)))
                .filteredOn(Finding::refuses)
                .extracting(Finding::code)
                .isEqualTo(refused ? List.of(ErrorCode.SOURCE_VERSION_UNSUPPORTED) : List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "140012,2",
        "140013,1",
        "140018,1",
        "140019,0",
        "150007,2",
        "150014,0",
        "160003,2",
        "160008,1",
        "160009,1",
        "160010,0",
        "170000,1",
        "170004,1",
        "170005,1",
        "170006,0",
        "180000,0"
    })
    void warnsOfEachDefectThatTheMinorStillHas(int version, int defects) {
        assertThat(check(version(version)))
                .hasSize(defects)
                .allSatisfy(finding -> assertThat(finding)
                        .returns(ErrorCode.SOURCE_VERSION_DEFECTIVE, Finding::code)
                        .returns(Severity.WARNING, Finding::severity));
    }

    @Test
    void refusesAStandbyAndAWalLevelBelowLogical() {
        ServerFacts facts = new ServerFacts(180_006, "replica", 10, 0, 10, 0, true, -1, "", "", false);
        assertThat(check(facts))
                .extracting(Finding::code)
                .containsExactly(ErrorCode.SOURCE_STANDBY, ErrorCode.WAL_LEVEL);
    }

    @ParameterizedTest
    @CsvSource({"8,'',true", "9,'',false", "9,ours,true", "10,ours,false"})
    void wantsOneSlotMoreThanTheRunNeeds(int used, String slot, boolean enough) {
        ServerFacts facts = new ServerFacts(180_006, "logical", 10, used, 10, 0, false, -1, "", slot, false);
        assertThat(check(facts).isEmpty()).isEqualTo(enough);
    }

    @ParameterizedTest
    @CsvSource({"8,false,true", "9,false,false", "9,true,true", "10,true,false"})
    void wantsOneSenderMoreThanTheRunNeeds(int used, boolean streaming, boolean enough) {
        ServerFacts facts =
                new ServerFacts(180_006, "logical", 10, 1, 10, used, false, -1, "", ServerFacts.OURS, streaming);
        assertThat(check(facts).isEmpty()).isEqualTo(enough);
    }

    @Test
    void refusesASlotNameThatAnotherKindOfSlotHas() {
        ServerFacts facts = new ServerFacts(180_006, "logical", 10, 1, 10, 0, false, -1, "", "physical", false);
        assertThat(check(facts)).extracting(Finding::code).containsExactly(ErrorCode.SLOT_NAME_TAKEN);
    }

    @Test
    void warnsOfALogLimitBelowTheDatasetAndOfAnIdleTimeout() {
        ServerFacts facts = new ServerFacts(180_006, "logical", 10, 0, 10, 0, false, 99, "1d", "", false);
        assertThat(check(facts))
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding)
                        .returns(ErrorCode.WAL_RETENTION, Finding::code)
                        .returns(false, Finding::refuses));
        ServerFacts roomy = new ServerFacts(180_006, "logical", 10, 0, 10, 0, false, 100, "", "", false);
        assertThat(check(roomy)).isEmpty();
    }

    @Test
    void refusesFailoverSlotsBefore17() {
        assertThat(ServerRules.of("place", config(true), version(160_012), 0))
                .extracting(Finding::code)
                .containsExactly(ErrorCode.SOURCE_VERSION_UNSUPPORTED);
        assertThat(ServerRules.of("place", config(true), version(170_009), 0)).isEmpty();
    }

    private static List<Finding> check(ServerFacts facts) {
        return ServerRules.of("place", config(false), facts, 100L << 20);
    }

    private static ServerFacts version(int version) {
        return new ServerFacts(version, "logical", 10, 0, 10, 0, false, -1, "", "", false);
    }

    private static SourceConfig config(boolean failover) {
        ConnectionConfig database = new ConnectionConfig("jdbc:postgresql://localhost/x", "u", "p");
        return new SourceConfig(
                new RunKey("s", "d", "r"),
                database,
                database,
                List.of(),
                new SourceConfig.Replication("slot", "publication", true, failover),
                new SourceConfig.Copy(1_000, 1_000, false),
                new SourceConfig.Stream(8, 1_000),
                new SourceConfig.Limits(1_000, 1_000, 1_000));
    }
}
