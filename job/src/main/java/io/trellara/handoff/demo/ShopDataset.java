package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A shop's five relations with everything in them that copying and streaming find hard: keys in far groups, composite,
 * uuid and collated text keys, large values out of line, NaN, infinite and BC dates, arrays, an enum, ranges, nulls,
 * tabs, newlines and backslashes. The same sizes give the same rows everywhere.
 *
 * @param sizes how many rows each relation gets
 */
public record ShopDataset(ShopSizes sizes) {
    private static final List<Relation> RELATIONS =
            Arrays.stream(ShopRelation.values()).map(ShopRelation::relation).toList();

    /** The relations, in the order in which the demo names them. */
    public List<Relation> relations() {
        return RELATIONS;
    }

    /** Schema and enum, which the target needs before tables can be created there. */
    public String targetTypesSql() {
        return text("shop-types.sql");
    }

    /** Creates types and tables and fills them, then gathers statistics; the session is in auto-commit. */
    public void create(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute(text("shop-types.sql"));
            statement.execute(text("shop-tables.sql"));
        }
        for (Relation relation : RELATIONS) {
            fill(source, relation, sizes.of(relation));
        }
        try (Statement statement = source.createStatement()) {
            for (Relation relation : RELATIONS) {
                statement.execute("ANALYZE " + relation.quoted());
            }
        }
    }

    private static void fill(Connection source, Relation relation, long rows) throws SQLException {
        try (PreparedStatement insert = source.prepareStatement(text("shop-" + relation.name() + ".sql"))) {
            insert.setLong(1, rows);
            insert.executeUpdate();
        }
    }

    private static String text(String name) {
        try (InputStream in = ShopDataset.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
