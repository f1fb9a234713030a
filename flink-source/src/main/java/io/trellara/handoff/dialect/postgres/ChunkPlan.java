package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Cuts a relation into chunks of about equal row counts (design §6), from a sample of its pages, never from the
 * smallest and greatest key: skewed keys give even chunks. Sorting is the server's, so any key type with an order does;
 * only the bounds come back. Works without statistics.
 */
final class ChunkPlan {
    private static final long PAGES_PER_CHUNK = 100;
    private static final long PROBED_PAGES = 200;

    /** What is read and sorted at most; beyond it chunks only get a little less even. */
    private static final long PAGES_AT_MOST = 200_000;

    private final Connection view;
    private final RelationFacts facts;
    private final RelationSchema schema;

    ChunkPlan(Connection view, RelationFacts facts) {
        this.view = view;
        this.facts = facts;
        this.schema = facts.schema();
    }

    List<KeyRange> ranges(long rows) throws SQLException {
        long pages = pages();
        if (pages == 0 || !boundable()) {
            return List.of(KeyRange.ALL);
        }
        List<KeyRange> ranges = new ArrayList<>();
        Optional<Key> lower = Optional.empty();
        for (Key upper : bounds(percent(pages, rows), rows)) {
            if (lower.equals(Optional.of(upper))) {
                throw HandoffException.bug(schema.relation() + "", "a chunk bound twice", "bounds that grow");
            }
            ranges.add(KeyRange.of(lower, Optional.of(upper)));
            lower = Optional.of(upper);
        }
        ranges.add(KeyRange.of(lower, Optional.empty()));
        return ranges.size() == 1 ? List.of(KeyRange.ALL) : ranges;
    }

    private boolean boundable() {
        return facts.columns().stream()
                .filter(column -> facts.key().contains(column.name()))
                .allMatch(CatalogColumn::bounds);
    }

    /** How many per cent of the pages to sample, from the density that a small probe finds. */
    private double percent(long pages, long rows) throws SQLException {
        if (pages <= PROBED_PAGES) {
            return 100;
        }
        double probed = 100.0 * PROBED_PAGES / pages;
        long found = number("SELECT count(*) FROM " + sample(probed));
        double chunks = Math.max(1, found * (100 / probed) / rows);
        double wanted = Math.min(PAGES_AT_MOST, Math.max(PROBED_PAGES, PAGES_PER_CHUNK * chunks));
        return Math.min(100, 100 * wanted / pages);
    }

    /** Bound i of c is the row that ends the i-th of c equal parts of the sorted sample. */
    private List<Key> bounds(double percent, long rows) throws SQLException {
        String keys = ChunkQuery.keys(schema);
        String sql = "SELECT " + printed() + " FROM (SELECT " + keys + ", row_number() OVER (ORDER BY " + keys
                + ") AS \"handoff n\", count(*) OVER () AS \"handoff all\" FROM " + sample(percent) + ") s,"
                + " LATERAL (SELECT greatest(1, round(\"handoff all\" * " + text(100 / percent) + " / " + rows
                + "))::bigint) AS c(\"handoff chunks\")"
                + " WHERE \"handoff n\" < \"handoff all\" AND \"handoff n\" * \"handoff chunks\" / \"handoff all\""
                + " > (\"handoff n\" - 1) * \"handoff chunks\" / \"handoff all\" ORDER BY \"handoff n\"";
        List<Key> bounds = new ArrayList<>();
        try (Statement statement = view.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= schema.keyColumns().size(); i++) {
                    cells.add(row.getString(i));
                }
                bounds.add(new Key(cells));
            }
        }
        return bounds;
    }

    /** Each key column through its type's output function, as COPY and the stream print it; a cast may differ. */
    private String printed() {
        return String.join(
                ", ",
                schema.keyNames().stream()
                        .map(name -> "format('%s', " + Relation.quote(name) + ")")
                        .toList());
    }

    /** The same pages each time: a plan made again is the same plan. */
    private String sample(double percent) {
        return ChunkQuery.source(schema.relation(), facts.isPartitioned()) + " TABLESAMPLE SYSTEM (" + text(percent)
                + ") REPEATABLE (0)";
    }

    private long pages() throws SQLException {
        List<Long> files =
                facts.isPartitioned() ? facts.leaves().stream().map(Leaf::oid).toList() : List.of(facts.oid());
        long pages = 0;
        for (long oid : files) {
            pages += number("SELECT coalesce(pg_relation_size(" + oid + "::oid::regclass)"
                    + " / current_setting('block_size')::bigint, 0)");
        }
        return pages;
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = view.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private static String text(double number) {
        return String.format(Locale.ROOT, "%.10f", number);
    }
}
