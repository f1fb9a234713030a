package io.trellara.handoff.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of an embedded MySQL server: as a source of changes needs them, durable by default, and small. They are
 * {@code mysqld}'s long options.
 */
final class MysqlSettings {
    private static final Map<String, String> BOTH = Map.ofEntries(
            Map.entry("bind-address", "127.0.0.1"),
            Map.entry("mysqlx", "OFF"),
            Map.entry("skip-name-resolve", "ON"),
            Map.entry("log-bin", "binlog"),
            Map.entry("gtid-mode", "ON"),
            Map.entry("enforce-gtid-consistency", "ON"),
            Map.entry("binlog-format", "ROW"),
            Map.entry("binlog-row-image", "FULL"),
            Map.entry("sync-binlog", "1"),
            Map.entry("innodb-flush-log-at-trx-commit", "1"),
            Map.entry("innodb-use-native-aio", "0"),
            Map.entry("innodb-buffer-pool-size", "64M"),
            Map.entry("innodb-log-buffer-size", "4M"),
            Map.entry("table-open-cache", "400"),
            Map.entry("max-connections", "150"),
            Map.entry("local-infile", "ON"),
            Map.entry("secure-file-priv", ""),
            Map.entry("default-time-zone", "+00:00"));

    private static final Map<String, String> NEW = Map.of(
            "innodb-redo-log-capacity", "64M",
            "replica-parallel-workers", "4",
            "replica-preserve-commit-order", "ON");

    private static final Map<String, String> OLD = Map.of(
            "innodb-log-file-size", "32M",
            "log-slave-updates", "ON",
            "slave-parallel-type", "LOGICAL_CLOCK",
            "slave-parallel-workers", "4",
            "slave-preserve-commit-order", "ON",
            "master-info-repository", "TABLE",
            "relay-log-info-repository", "TABLE");

    private MysqlSettings() {}

    /** Arguments for {@code mysqld}: the version's defaults, the given settings over them. */
    static List<String> arguments(MysqlVersion version, Map<String, String> given) {
        Map<String, String> all = new TreeMap<>(BOTH);
        all.putAll(version.saysReplica() ? NEW : OLD);
        all.putAll(given);
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return arguments;
    }
}
