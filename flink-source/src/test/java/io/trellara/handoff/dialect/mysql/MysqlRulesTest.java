package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What no server of ours can be set to, or not cheaply. */
final class MysqlRulesTest {
    private static final Map<String, String> SOUND = Map.of(
            "log_bin", "ON",
            "binlog_format", "ROW",
            "binlog_row_image", "FULL",
            "gtid_mode", "ON",
            "enforce_gtid_consistency", "ON",
            "log_replica_updates", "ON",
            "binlog_expire_logs_seconds", "2592000");

    private static final List<Relation> RELATIONS =
            List.of(new Relation("shop", "orders"), new Relation("other", "t"), new Relation("other", "u"));

    @Test
    void aSoundServerHasNoFindings() {
        assertThat(findings(SOUND, Map.of())).isEmpty();
    }

    @Test
    void refusesAServerWithoutALog() {
        assertThat(findings(with("log_bin", "OFF"), Map.of())).containsExactly(ErrorCode.BINLOG_OFF);
    }

    /** binlog_format is deprecated: where it is gone there is only ROW. */
    @Test
    void aSettingThatIsGoneIsNoFinding() {
        Map<String, String> newer = new HashMap<>(SOUND);
        newer.remove("binlog_format");
        assertThat(findings(newer, Map.of())).isEmpty();
    }

    @Test
    void aListOfDatabasesLeavesOutAllOthers() {
        assertThat(findings(SOUND, Map.of("binlog_do_db", "shop, more"))).containsExactly(ErrorCode.BINLOG_FILTERED);
        assertThat(findings(SOUND, Map.of("binlog_ignore_db", "more"))).isEmpty();
    }

    @Test
    void aLogThatIsNeverPurgedIsKeptLongEnough() {
        assertThat(findings(with("binlog_expire_logs_seconds", "0"), Map.of())).isEmpty();
        assertThat(findings(with("binlog_expire_logs_seconds", "3600"), Map.of()))
                .containsExactly(ErrorCode.BINLOG_RETENTION);
        Map<String, String> kept = with("binlog_expire_logs_seconds", "3600");
        kept.put("binlog_expire_logs_auto_purge", "OFF");
        assertThat(findings(kept, Map.of())).isEmpty();
    }

    /** ON_PERMISSIVE and WARN let transactions without GTIDs through. */
    @Test
    void halfWayToGtidsIsNotThere() {
        assertThat(findings(with("gtid_mode", "ON_PERMISSIVE"), Map.of())).containsExactly(ErrorCode.GTID_OFF);
        assertThat(findings(with("enforce_gtid_consistency", "WARN"), Map.of())).containsExactly(ErrorCode.GTID_OFF);
    }

    @Test
    void namesAColumnOfATypeFromTheFuture() {
        MysqlRelation relation = new MysqlRelation(
                new Relation("shop", "t"),
                "BASE TABLE",
                "InnoDB",
                List.of(
                        new MysqlColumn("id", "int", "", "", false, "", ""),
                        new MysqlColumn("cloud", "quantum(3)", "", "", true, "", "")),
                List.of(new MysqlIndex("PRIMARY", List.of("id"), true, true)),
                List.of());
        assertThat(MysqlRelationRules.shape(relation)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(ErrorCode.COLUMN_TYPE);
            assertThat(finding.observed()).contains("cloud", "quantum(3)");
        });
    }

    /** Of the embedded servers none answers from afar. */
    @Test
    void warnsOfALineThatOthersCanRead() {
        assertThat(MysqlRules.encryption("there", "db.example", false)).hasValueSatisfying(finding -> {
            assertThat(finding.code()).isEqualTo(ErrorCode.CONNECTION_PLAIN);
            assertThat(finding.refuses()).isFalse();
        });
        assertThat(MysqlRules.encryption("there", "db.example", true)).isEmpty();
        assertThat(MysqlRules.encryption("here", "127.0.0.1", false)).isEmpty();
    }

    private static Map<String, String> with(String setting, String value) {
        Map<String, String> settings = new HashMap<>(SOUND);
        settings.put(setting, value);
        return settings;
    }

    private static List<ErrorCode> findings(Map<String, String> settings, Map<String, String> status) {
        MysqlFacts facts =
                new MysqlFacts(settings, Optional.of(status), Optional.of(false), true, Optional.of(0), true);
        return MysqlRules.of("there", facts, RELATIONS, LockStrategy.LOCK_TABLES).stream()
                .map(Finding::code)
                .toList();
    }
}
