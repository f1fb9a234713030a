package io.trellara.handoff.dialect.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Weights of texts under one collation, asked from the server in batches and kept for the texts that were asked last.
 * Never a collation of our own: where the server's order of the canary differs from the order of its weights, they are
 * not to be used. One thread.
 */
final class CollationWeights {
    private static final int BATCH = 500;
    private static final int MOST_KEPT = 50_000;

    /** Where orders of texts go wrong first: what is below a space, behind a space, and what differs in a mark only. */
    private static final List<String> CANARY = List.of(
            "",
            " ",
            "  ",
            "\t",
            "\u0001",
            "a",
            "a ",
            "a\t",
            "a\u0001",
            "a\u0001 ",
            "a \t",
            "A",
            "\u00e1",
            "\u00e0 ",
            "ab",
            "a b",
            "a\tb",
            "ss",
            "\u00df",
            "s",
            "S\u0001",
            "_",
            "-",
            "1",
            "a1",
            "a 1",
            "z",
            "\u00e4",
            "ae",
            "\u00c4\t");

    private final String charset;
    private final String collation;
    private final WeightOrder order;
    private final Map<String, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > MOST_KEPT;
        }
    };

    private CollationWeights(String charset, String collation, WeightOrder order) {
        this.charset = charset;
        this.collation = collation;
        this.order = order;
    }

    /**
     * The weights of a collation; empty where there is none of that name, or where its order is not that of its
     * weights.
     */
    static Optional<CollationWeights> of(Connection session, String collation) throws SQLException {
        try (PreparedStatement question = session.prepareStatement(
                "SELECT character_set_name, pad_attribute FROM information_schema.collations WHERE collation_name = ?")) {
            question.setString(1, collation);
            try (ResultSet row = question.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                boolean pads = row.getString(2).toUpperCase(Locale.ROOT).equals("PAD SPACE");
                return checked(session, row.getString(1), collation, pads);
            }
        }
    }

    private static Optional<CollationWeights> checked(
            Connection session, String charset, String collation, boolean pads) throws SQLException {
        CollationWeights plain = new CollationWeights(charset, collation, new WeightOrder(Optional.empty()));
        Optional<byte[]> space =
                pads ? Optional.of(plain.ask(session, List.of(" ")).get(0)) : Optional.empty();
        CollationWeights weights = new CollationWeights(charset, collation, new WeightOrder(space));
        return weights.agrees(session) ? Optional.of(weights) : Optional.empty();
    }

    /** The order of the weights. */
    WeightOrder order() {
        return order;
    }

    /** The weights of these texts, in their order; what is not known yet is asked for at once. */
    List<byte[]> weights(Connection session, List<String> texts) throws SQLException {
        Set<String> missing = new LinkedHashSet<>();
        Map<String, byte[]> found = new LinkedHashMap<>();
        for (String text : texts) {
            byte[] known = kept.get(text);
            if (known == null) {
                missing.add(text);
            } else {
                found.put(text, known);
            }
        }
        List<String> asked = List.copyOf(missing);
        List<byte[]> answers = ask(session, asked);
        for (int i = 0; i < asked.size(); i++) {
            found.put(asked.get(i), answers.get(i));
            kept.put(asked.get(i), answers.get(i));
        }
        List<byte[]> weights = new ArrayList<>(texts.size());
        texts.forEach(text -> weights.add(Objects.requireNonNull(found.get(text))));
        return weights;
    }

    /** How many texts' weights are kept. */
    int kept() {
        return kept.size();
    }

    private List<byte[]> ask(Connection session, List<String> texts) throws SQLException {
        List<byte[]> weights = new ArrayList<>(texts.size());
        try (Statement statement = session.createStatement()) {
            for (int from = 0; from < texts.size(); from += BATCH) {
                List<String> batch = texts.subList(from, Math.min(from + BATCH, texts.size()));
                try (ResultSet row = statement.executeQuery(question(batch))) {
                    row.next();
                    for (int i = 0; i < batch.size(); i++) {
                        weights.add(HexFormat.of().parseHex(row.getString(i + 1)));
                    }
                }
            }
        }
        return weights;
    }

    private String question(List<String> texts) {
        StringBuilder query = new StringBuilder("SELECT ");
        for (String text : texts) {
            query.append(query.length() > 7 ? ", " : "")
                    .append("HEX(WEIGHT_STRING(")
                    .append(expression(text))
                    .append("))");
        }
        return query.toString();
    }

    /** A text as a value of the column's own set and collation. */
    private String expression(String text) {
        String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        return "CONVERT(_utf8mb4 x'" + hex + "' USING " + charset + ") COLLATE " + collation;
    }

    /** Whether the server orders the canary as its weights do. */
    private boolean agrees(Connection session) throws SQLException {
        List<String> texts = carried(session);
        List<byte[]> weights = ask(session, texts);
        try (Statement statement = session.createStatement()) {
            for (int i = 0; i < texts.size(); i++) {
                StringBuilder query = new StringBuilder("SELECT ");
                for (int j = 0; j < texts.size(); j++) {
                    query.append(j == 0 ? "" : ", ")
                            .append("STRCMP(" + expression(texts.get(i)) + ", " + expression(texts.get(j)) + ")");
                }
                try (ResultSet row = statement.executeQuery(query.toString())) {
                    row.next();
                    for (int j = 0; j < texts.size(); j++) {
                        if (Integer.signum(order.compare(weights.get(i), weights.get(j))) != row.getInt(j + 1)) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    /** Those of the canary that the set has. */
    private List<String> carried(Connection session) throws SQLException {
        List<String> carried = new ArrayList<>();
        try (Statement statement = session.createStatement()) {
            for (String text : CANARY) {
                String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
                try (ResultSet row = statement.executeQuery("SELECT CONVERT(CONVERT(_utf8mb4 x'" + hex + "' USING "
                        + charset + ") USING utf8mb4)" + " = _utf8mb4 x'" + hex + "' COLLATE utf8mb4_bin")) {
                    row.next();
                    if (row.getBoolean(1)) {
                        carried.add(text);
                    }
                }
            }
        }
        return carried;
    }
}
