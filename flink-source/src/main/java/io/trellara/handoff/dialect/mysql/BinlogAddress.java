package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the binary log is read, out of the same URL that sessions are opened with.
 *
 * @param options the URL's parameters
 */
record BinlogAddress(String host, int port, ConnectionConfig account, Map<String, String> options) {
    private static final String PREFIX = "jdbc:";
    private static final int DEFAULT_PORT = 3306;

    BinlogAddress {
        options = Map.copyOf(options);
    }

    static BinlogAddress of(ConnectionConfig source) {
        URI uri = URI.create(source.url().substring(PREFIX.length()));
        Map<String, String> options = new TreeMap<>();
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        for (String option : query.split("&", -1)) {
            int is = option.indexOf('=');
            if (is > 0) {
                String name = option.substring(0, is).toLowerCase(Locale.ROOT);
                options.put(name, URLDecoder.decode(option.substring(is + 1), StandardCharsets.UTF_8));
            }
        }
        String host = uri.getHost();
        if (host == null) {
            throw new IllegalArgumentException(source.url() + " names no host");
        }
        return new BinlogAddress(host, uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(), source, options);
    }

    String option(String name, String otherwise) {
        return options.getOrDefault(name.toLowerCase(Locale.ROOT), otherwise);
    }
}
