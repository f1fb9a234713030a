package io.trellara.handoff.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of an embedded server: durable by default, since a server that does not wait for its disk hides the races
 * that the seam is about (design §2).
 */
final class ServerSettings {
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("fsync", "on"),
            Map.entry("synchronous_commit", "on"),
            Map.entry("full_page_writes", "on"),
            Map.entry("wal_level", "logical"),
            Map.entry("max_replication_slots", "24"),
            Map.entry("max_wal_senders", "24"),
            Map.entry("max_connections", "100"),
            Map.entry("max_prepared_transactions", "10"),
            Map.entry("shared_buffers", "128MB"),
            Map.entry("max_wal_size", "2GB"),
            Map.entry("jit", "off"),
            Map.entry("timezone", "UTC"),
            Map.entry("listen_addresses", "127.0.0.1"),
            Map.entry("unix_socket_directories", ""),
            Map.entry("log_line_prefix", "%m [%p] %a "));

    private ServerSettings() {}

    /** Arguments for {@code postgres}: the defaults, the given settings over them. */
    static List<String> arguments(Map<String, String> given, int port) {
        Map<String, String> all = new TreeMap<>(DEFAULTS);
        all.putAll(given);
        all.put("port", Integer.toString(port));
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> {
            arguments.add("-c");
            arguments.add(name + "=" + value);
        });
        return arguments;
    }
}
