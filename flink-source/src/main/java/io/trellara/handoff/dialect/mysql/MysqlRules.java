package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.LockStrategy;
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

    private static final long MANY_WRITERS = 1_000;
    private static final long SMALL_PACKET = 16 << 20;
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    private final String place;
    private final List<Finding> findings = new ArrayList<>();

    private MysqlRules(String place) {
        this.place = place;
    }

    /** @param strategy by which views are opened */
    static List<Finding> of(String place, MysqlFacts facts, List<Relation> relations, LockStrategy strategy) {
        MysqlRules rules = new MysqlRules(place);
        rules.log(facts);
        rules.content(facts);
        rules.gtids(facts);
        rules.filters(facts, relations);
        rules.retention(facts);
        rules.privileges(facts);
        rules.xa(facts);
        if (strategy == LockStrategy.LOCK_TABLES) {
            rules.starvation(facts);
        }
        rules.packets(facts);
        return List.copyOf(rules.findings);
    }

    private void log(MysqlFacts facts) {
        if (!facts.setting("log_bin").equals("ON")) {
            add(ErrorCode.BINLOG_OFF, "log_bin = OFF", "a binary log", "set log_bin and restart the server");
        }
        if (facts.setting("server_id").equals("0")) {
            add(
                    ErrorCode.SERVER_ID,
                    "server_id = 0",
                    "a server id that no other server of the topology has",
                    "SET PERSIST server_id to a number of its own");
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
        if (facts.setting("binlog_row_metadata").equals("MINIMAL")) {
            warn(
                    ErrorCode.BINLOG_CONTENT,
                    "binlog_row_metadata = MINIMAL",
                    "a log that names the columns of its rows; without names the catalog's order is taken",
                    "SET PERSIST binlog_row_metadata = FULL");
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
            warn(
                    ErrorCode.BINLOG_RETENTION,
                    "binlog_expire_logs_seconds = " + seconds,
                    "a log that outlives every stop of the job, and the copy's longest wave",
                    "raise it, and watch the disk; a run whose log was purged is lost");
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
        waiting.ifPresent(count -> warn(
                ErrorCode.XA_PREPARED,
                String.format(Locale.ROOT, "%d prepared XA transactions", count),
                "none that has written to the dataset: until it ends no view opens",
                "XA RECOVER names them; XA COMMIT or XA ROLLBACK those that nobody will end"));
    }

    /** As many writers as that pass before a waiting reader: by default, all that there will ever be. */
    private void starvation(MysqlFacts facts) {
        String count = facts.setting("max_write_lock_count");
        if (!count.isEmpty() && Long.compareUnsigned(Long.parseUnsignedLong(count), MANY_WRITERS) > 0) {
            warn(
                    ErrorCode.LOCK_STARVATION,
                    "max_write_lock_count = " + count,
                    "a limit where writers of a relation always overlap; elsewhere it does not matter",
                    "SET GLOBAL max_write_lock_count = 8, or set source.lock-strategy to flush-tables");
        }
    }

    private void packets(MysqlFacts facts) {
        String bytes = facts.setting("max_allowed_packet");
        if (!bytes.isEmpty() && Long.parseLong(bytes) < SMALL_PACKET) {
            warn(
                    ErrorCode.PACKET_LIMIT,
                    "max_allowed_packet = " + bytes,
                    "at least " + SMALL_PACKET + ", or no row with more bytes; bytes are sent as hexadecimal digits",
                    "SET GLOBAL max_allowed_packet to more than twice the largest row");
        }
    }

    /** Values and passwords on a line that others can read. */
    static Optional<Finding> encryption(String place, String host, boolean encrypted) {
        if (encrypted || LOCAL.contains(host.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                        ErrorCode.CONNECTION_PLAIN,
                        place,
                        "a connection without TLS",
                        "an encrypted connection, unless the network is trusted",
                        "set sslMode=REQUIRED, or VERIFY_CA with a trust store, in source.url")
                .asWarning());
    }

    private void warn(ErrorCode code, String observed, String required, String remedy) {
        findings.add(new Finding(code, place, observed, required, remedy).asWarning());
    }

    private void add(ErrorCode code, String observed, String required, String remedy) {
        findings.add(new Finding(code, place, observed, required, remedy));
    }
}
