package io.trellara.handoff.demo;

import io.trellara.handoff.config.DatabaseKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A form that the shop is made in: for which kind of database, and whether only that kind can hold it. The relations,
 * their keys and the changes are the same in each; what differs is here, in {@link ShopValues} and in the SQL beside.
 */
public enum ShopForm {
    /** PostgreSQL with everything that only PostgreSQL can hold. */
    POSTGRESQL("postgresql", DatabaseKind.POSTGRESQL),
    /** PostgreSQL with what MySQL can hold too. */
    PLAIN_POSTGRESQL("plain", DatabaseKind.POSTGRESQL),
    /** MySQL with the same content as {@link #PLAIN_POSTGRESQL}. */
    MYSQL("mysql", DatabaseKind.MYSQL);

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z0-9]+)}");
    private static final String INSERT = "INSERT INTO";

    /** PostgreSQL's types behind the names that statements give to what they take; others are types themselves. */
    private static final Map<String, String> RICH = Map.of(
            "state", "shop.order_state",
            "placed", "timestamptz",
            "tags", "text[]",
            "box", "integer[]",
            "span", "tstzrange");

    private static final Map<String, String> PLAIN =
            Map.of("state", "varchar", "placed", "timestamp", "tags", "jsonb", "box", "varchar", "span", "time");

    private final String folder;
    private final DatabaseKind kind;

    ShopForm(String folder, DatabaseKind kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /** The form for a source of one kind and a target of another. */
    public static ShopForm between(DatabaseKind source, DatabaseKind target) {
        return switch (source) {
            case MYSQL -> MYSQL;
            case POSTGRESQL -> target == DatabaseKind.POSTGRESQL ? POSTGRESQL : PLAIN_POSTGRESQL;
        };
    }

    public DatabaseKind kind() {
        return kind;
    }

    /** SQL of this form from the resources. */
    String text(String name) {
        try (InputStream in = ShopForm.class.getResourceAsStream(folder + "/" + name + ".sql")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A change's statement for this form.
     *
     * @param template begins with {@code INSERT INTO} where a row of that key may be there already, and then changes
     *     nothing; {@code {bigint}} is a parameter of that type, and {@code {later}} what orders are promised for next
     */
    String statement(String template) {
        String filled = PLACEHOLDER.matcher(template).replaceAll(found -> parameter(found.group(1)));
        if (!filled.startsWith(INSERT)) {
            return filled;
        }
        return kind == DatabaseKind.MYSQL
                ? "INSERT IGNORE INTO" + filled.substring(INSERT.length())
                : filled + " ON CONFLICT DO NOTHING";
    }

    private String parameter(String name) {
        if (name.equals("later")) {
            return this == POSTGRESQL ? "promised * 2" : "promised + 1";
        }
        if (kind == DatabaseKind.MYSQL) {
            return name.equals("uuid") ? "UNHEX(?)" : "?";
        }
        return "?::" + (this == POSTGRESQL ? RICH : PLAIN).getOrDefault(name, name);
    }
}
