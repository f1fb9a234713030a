package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the binary log is read, out of the same URL that sessions are opened with.
 *
 * @param options the URL's parameters
 */
record BinlogAddress(String host, int port, ConnectionConfig account, Map<String, String> options) {
    private static final Pattern URL =
            Pattern.compile("jdbc:mysql://(?<host>[^\\[\\],()/?:@]+|\\[[0-9a-fA-F:.]+\\])(:(?<port>[0-9]{1,5}))?"
                    + "(/[^?]*)?(\\?(?<query>.*))?");

    private static final int DEFAULT_PORT = 3306;

    BinlogAddress {
        options = Map.copyOf(options);
    }

    /** @throws HandoffException CONFIG_INVALID where the URL does not name one host */
    static BinlogAddress of(ConnectionConfig source) {
        Matcher url = URL.matcher(source.url());
        if (!url.matches()) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "source.url",
                    "a URL that does not name just one host",
                    "jdbc:mysql://host:port/database, since the binary log is read at one server",
                    "name one host; a name or an address that leads to another server later is well"));
        }
        Map<String, String> options = new TreeMap<>();
        String query = Objects.requireNonNullElse(url.group("query"), "");
        for (String option : query.split("&", -1)) {
            int is = option.indexOf('=');
            if (is > 0) {
                String name = option.substring(0, is).toLowerCase(Locale.ROOT);
                options.put(name, URLDecoder.decode(option.substring(is + 1), StandardCharsets.UTF_8));
            }
        }
        String port = url.group("port");
        return new BinlogAddress(
                url.group("host"), port == null ? DEFAULT_PORT : Integer.parseInt(port), source, options);
    }

    String option(String name, String otherwise) {
        return options.getOrDefault(name.toLowerCase(Locale.ROOT), otherwise);
    }
}
