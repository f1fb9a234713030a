package io.trellara.handoff.dialect.mysql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Conversions of character sets, asked from the server once each: what it sends for a column and what we make of its
 * log are then the same by construction.
 */
final class CharsetTables {
    private static final int LOWEST_LEAD = 0x80;

    private final Map<String, CellCharset> known = new HashMap<>();

    CharsetTables() {
        for (String name : new String[] {"utf8mb4", "utf8mb3", "utf8", "ascii", "binary", ""}) {
            known.put(name, CellCharset.UTF8);
        }
        known.put("ucs2", CellCharset.UTF16);
        known.put("utf16", CellCharset.UTF16);
        known.put("utf16le", new CellCharset.Wide(StandardCharsets.UTF_16LE));
        known.put("utf32", new CellCharset.Wide(Charset.forName("UTF-32BE")));
    }

    /** Whether a set has characters of more bytes than the tables hold. */
    static boolean supported(String charset) {
        return switch (charset) {
            case "gb18030", "ujis", "eucjpms" -> false;
            default -> true;
        };
    }

    /** The conversion of a set; empty where it is none that can be carried. */
    Optional<CellCharset> get(Connection session, String charset) throws SQLException {
        CellCharset found = known.get(charset);
        if (found == null && supported(charset)) {
            found = ask(session, charset);
            known.put(charset, found);
        }
        return Optional.ofNullable(found);
    }

    private static CellCharset ask(Connection session, String charset) throws SQLException {
        Map<Integer, byte[]> single = new HashMap<>();
        Map<Integer, byte[]> pairs = new HashMap<>();
        try (Statement statement = session.createStatement()) {
            ask(statement, charset, 0, "", single);
            for (int lead = LOWEST_LEAD; lead < 0x100; lead++) {
                if (!single.containsKey(lead)) {
                    ask(statement, charset, lead << 8, String.format(Locale.ROOT, "%02x", lead), pairs);
                }
            }
        }
        return new CellCharset.Table(single, pairs);
    }

    /** Asks for 256 characters at once; what is none in the set comes back as NULL. */
    private static void ask(Statement statement, String charset, int base, String lead, Map<Integer, byte[]> into)
            throws SQLException {
        StringBuilder query = new StringBuilder("SELECT ");
        for (int b = 0; b < 0x100; b++) {
            query.append(b == 0 ? "" : ", ")
                    .append("HEX(CONVERT(CONVERT(x'")
                    .append(lead)
                    .append(String.format(Locale.ROOT, "%02x", b))
                    .append("' USING ")
                    .append(charset)
                    .append(") USING utf8mb4))");
        }
        try (ResultSet row = statement.executeQuery(query.toString())) {
            row.next();
            for (int b = 0; b < 0x100; b++) {
                String hex = row.getString(b + 1);
                if (hex != null) {
                    into.put(base | b, HexFormat.of().parseHex(hex));
                }
            }
        }
    }
}
