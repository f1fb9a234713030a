package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a server must be set to so that its log tells every change. Pure. */
final class MysqlRules {
    /** A job may be stopped over a night. */
    private static final Duration SHORTEST_RETENTION = Duration.ofDays(1);

    private final String place;
    private final List<Finding> findings = new ArrayList<>();

    private MysqlRules(String place) {
        this.place = place;
    }

    static List<Finding> of(String place, MysqlFacts facts, List<Relation> relations) {
        MysqlRules rules = new MysqlRules(place);
        rules.log(facts);
        rules.content(facts);
        rules.gtids(facts);
        rules.filters(facts, relations);
        rules.retention(facts);
        rules.privileges(facts);
        rules.xa(facts);
        return List.copyOf(rules.findings);
    }

    private void log(MysqlFacts facts) {
        if (!facts.setting("log_bin").equals("ON")) {
            add(ErrorCode.BINLOG_OFF, "log_bin = OFF", "a binary log", "set log_bin and restart the server");
        }
        String updates = facts.setting("log_replica_updates").isEmpty()
                ? facts.setting("log_slave_updates")
                : facts.setting("log_replica_updates");
        if (facts.replica().orElse(false) && !updates.equals("ON")) {
            add(
                    ErrorCode.BINLOG_OFF,
                    "a replica with log_replica_updates = " + updates,
                    "a replica that logs what it applies",
                    "set log_replica_updates = ON and restart the replica, or read from its source");
        }
    }

    private void content(MysqlFacts facts) {
        require(facts, "binlog_format", "ROW");
        require(facts, "binlog_row_image", "FULL");
        if (!facts.setting("binlog_row_value_options").isEmpty()) {
            add(
                    ErrorCode.BINLOG_CONTENT,
                    "binlog_row_value_options = " + facts.setting("binlog_row_value_options"),
                    "whole JSON values",
                    "SET PERSIST binlog_row_value_options = '', and have sessions connect anew");
        }
    }

    /** A server that has no such variable any more knows only the value that we want. */
    private void require(MysqlFacts facts, String setting, String value) {
        String now = facts.setting(setting);
        if (!now.isEmpty() && !now.equals(value)) {
            add(
                    ErrorCode.BINLOG_CONTENT,
                    setting + " = " + now,
                    setting + " = " + value,
                    "SET PERSIST " + setting + " = " + value + ", and have sessions connect anew");
        }
    }

    private void gtids(MysqlFacts facts) {
        for (String setting : List.of("gtid_mode", "enforce_gtid_consistency")) {
            if (!facts.setting(setting).equals("ON")) {
                add(
                        ErrorCode.GTID_OFF,
                        setting + " = " + facts.setting(setting),
                        setting + " = ON",
                        "switch it on, step by step where the server is in use (gtid_mode OFF_PERMISSIVE, ON_PERMISSIVE,"
                                + " ON)");
            }
        }
    }

    private void filters(MysqlFacts facts, List<Relation> relations) {
        facts.status().ifPresent(status -> {
            Set<String> only = names(status.getOrDefault("binlog_do_db", ""));
            Set<String> not = names(status.getOrDefault("binlog_ignore_db", ""));
            relations.stream()
                    .map(Relation::schema)
                    .distinct()
                    .filter(schema -> not.contains(schema) || (!only.isEmpty() && !only.contains(schema)))
                    .forEach(schema -> findings.add(new Finding(
                            ErrorCode.BINLOG_FILTERED,
                            "database " + schema,
                            "binlog-do-db or binlog-ignore-db leaves it out of the binary log",
                            "its changes in the log",
                            "take the filter out of the server's configuration and restart it")));
        });
    }

    private static Set<String> names(String list) {
        return Stream.of(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
    }

    private void retention(MysqlFacts facts) {
        String seconds = facts.setting("binlog_expire_logs_seconds");
        boolean purges = !seconds.isEmpty()
                && !seconds.equals("0")
                && !facts.setting("binlog_expire_logs_auto_purge").equals("OFF");
        if (purges && Long.parseLong(seconds) < SHORTEST_RETENTION.toSeconds()) {
            findings.add(new Finding(
                            ErrorCode.BINLOG_RETENTION,
                            place,
                            "binlog_expire_logs_seconds = " + seconds,
                            "a log that outlives every stop of the job, and the copy's longest wave",
                            "raise it, and watch the disk; a run whose log was purged is lost")
                    .asWarning());
        }
    }

    private void privileges(MysqlFacts facts) {
        if (!facts.readsLog()) {
            add(
                    ErrorCode.REPLICATION_PRIVILEGE,
                    "no privilege REPLICATION SLAVE",
                    "a user that may read the binary log",
                    "GRANT REPLICATION SLAVE ON *.* to the user");
        }
        if (facts.status().isEmpty() || facts.replica().isEmpty()) {
            add(
                    ErrorCode.REPLICATION_PRIVILEGE,
                    "no privilege REPLICATION CLIENT",
                    "a user that may ask for the binary log's and the replica's state",
                    "GRANT REPLICATION CLIENT ON *.* to the user");
        }
    }

    private void xa(MysqlFacts facts) {
        Optional<Integer> waiting = facts.preparedXa().filter(count -> count > 0);
        waiting.ifPresent(count -> findings.add(new Finding(
                        ErrorCode.XA_PREPARED,
                        place,
                        String.format(Locale.ROOT, "%d prepared XA transactions", count),
                        "none that has written to the dataset: until it ends no view opens",
                        "XA RECOVER names them; XA COMMIT or XA ROLLBACK those that nobody will end")
                .asWarning()));
    }

    private void add(ErrorCode code, String observed, String required, String remedy) {
        findings.add(new Finding(code, place, observed, required, remedy));
    }
}
