package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the facts of a dataset's relations over one session, under whatever snapshot that session is. */
final class Catalog {
    private final Connection session;
    private final String publication;

    Catalog(Connection session, String publication) {
        this.session = session;
        this.publication = publication;
    }

    /** The facts of those relations that exist, in the order asked for. */
    List<RelationFacts> read(List<Relation> relations) throws SQLException {
        Map<Relation, Head> heads = heads(relations);
        List<Long> oids = heads.values().stream().map(Head::oid).toList();
        Map<Long, List<CatalogColumn>> columns = columns(oids);
        Map<Long, List<String>> keys = keys(oids);
        Map<Long, List<Leaf>> leaves = leaves(heads.values().stream()
                .filter(head -> head.kind().equals("p"))
                .map(Head::oid)
                .toList());
        Map<Long, ReplicaIdentity> identities = identities(oids);
        Map<Relation, Published> published = published();
        List<RelationFacts> facts = new ArrayList<>();
        for (Relation relation : relations) {
            Head head = heads.get(relation);
            if (head != null) {
                facts.add(new RelationFacts(
                        relation,
                        head.oid(),
                        head.kind(),
                        head.persistence(),
                        columns.getOrDefault(head.oid(), List.of()),
                        keys.getOrDefault(head.oid(), List.of()),
                        identities.getOrDefault(head.oid(), NO_IDENTITY),
                        published.getOrDefault(relation, published.getOrDefault(NO_RELATION, Published.NOWHERE)),
                        leaves.getOrDefault(head.oid(), List.of())));
            }
        }
        return facts;
    }

    /** Those relations, partitions included, that were rewritten since this session's snapshot was taken (R9). */
    List<Relation> rewritten(List<RelationFacts> facts) throws SQLException {
        List<Long> oids = facts.stream()
                .flatMap(f -> f.isPartitioned() ? f.leaves().stream().map(Leaf::oid) : Stream.of(f.oid()))
                .toList();
        List<Relation> found = new ArrayList<>();
        ask(CatalogSql.REWRITTEN, oids, row -> found.add(new Relation(row.getString(1), row.getString(2))));
        return found;
    }

    private static final ReplicaIdentity NO_IDENTITY = new ReplicaIdentity("n", List.of());

    /** Stands for every relation that the publication does not hold. */
    private static final Relation NO_RELATION = new Relation(" ", " ");

    private Map<Relation, Head> heads(List<Relation> relations) throws SQLException {
        Map<Relation, Head> heads = new LinkedHashMap<>();
        try (PreparedStatement query = session.prepareStatement(CatalogSql.RELATIONS)) {
            query.setArray(1, texts(relations.stream().map(Relation::schema).toList()));
            query.setArray(2, texts(relations.stream().map(Relation::name).toList()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    heads.put(
                            new Relation(row.getString(1), row.getString(2)),
                            new Head(row.getLong(3), row.getString(4), row.getString(5)));
                }
            }
        }
        return heads;
    }

    private Map<Long, List<CatalogColumn>> columns(List<Long> oids) throws SQLException {
        Map<Long, List<CatalogColumn>> columns = new HashMap<>();
        ask(
                CatalogSql.COLUMNS,
                oids,
                row -> columns.computeIfAbsent(row.getLong(1), oid -> new ArrayList<>())
                        .add(column(row)));
        return columns;
    }

    private static CatalogColumn column(ResultSet row) throws SQLException {
        String typeKind = row.getString(12);
        return new CatalogColumn(
                row.getInt(2),
                row.getString(3),
                row.getString(4),
                (int) row.getLong(5),
                row.getBoolean(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                KeyOrders.of((int) row.getLong(11), typeKind, row.getBoolean(10), row.getInt(14)),
                typeKind.equals("e") || typeKind.equals("r") || (typeKind.equals("b") && row.getBoolean(13)));
    }

    private Map<Long, List<String>> keys(List<Long> oids) throws SQLException {
        Map<Long, List<String>> keys = new HashMap<>();
        ask(CatalogSql.KEYS, oids, row -> keys.putIfAbsent(row.getLong(1), list(row, 2)));
        return keys;
    }

    private Map<Long, ReplicaIdentity> identities(Collection<Long> oids) throws SQLException {
        Map<Long, ReplicaIdentity> identities = new HashMap<>();
        ask(
                CatalogSql.IDENTITIES,
                oids,
                row -> identities.put(row.getLong(1), new ReplicaIdentity(row.getString(2), list(row, 3))));
        return identities;
    }

    private Map<Long, List<Leaf>> leaves(List<Long> oids) throws SQLException {
        Map<Long, List<Leaf>> bare = new HashMap<>();
        ask(CatalogSql.LEAVES, oids, row -> {
            if (row.getLong(1) != row.getLong(2)) {
                bare.computeIfAbsent(row.getLong(1), root -> new ArrayList<>())
                        .add(new Leaf(
                                row.getLong(2),
                                new Relation(row.getString(3), row.getString(4)),
                                row.getString(5),
                                row.getString(6),
                                NO_IDENTITY));
            }
        });
        Map<Long, ReplicaIdentity> identities = identities(
                bare.values().stream().flatMap(List::stream).map(Leaf::oid).toList());
        bare.replaceAll((root, leaves) -> leaves.stream()
                .map(leaf -> new Leaf(
                        leaf.oid(),
                        leaf.relation(),
                        leaf.kind(),
                        leaf.bound(),
                        identities.getOrDefault(leaf.oid(), NO_IDENTITY)))
                .toList());
        return bare;
    }

    private Map<Relation, Published> published() throws SQLException {
        boolean lists = session.getMetaData().getDatabaseMajorVersion() >= 15;
        Map<Relation, Published> published = new HashMap<>();
        try (PreparedStatement query =
                session.prepareStatement(lists ? CatalogSql.PUBLICATION_15 : CatalogSql.PUBLICATION_14)) {
            query.setString(1, publication);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    List<String> operations = new ArrayList<>();
                    for (int i = 0; i < Published.ALL_OPERATIONS.size(); i++) {
                        if (row.getBoolean(i + 1)) {
                            operations.add(Published.ALL_OPERATIONS.get(i));
                        }
                    }
                    boolean viaRoot = row.getBoolean(5);
                    published.put(NO_RELATION, new Published(operations, viaRoot, false, "", List.of(), ""));
                    if (!row.getString(7).isEmpty()) {
                        published.put(
                                new Relation(row.getString(6), row.getString(7)),
                                new Published(
                                        operations, viaRoot, true, row.getString(9), list(row, 8), row.getString(10)));
                    }
                }
            }
        }
        return published;
    }

    private void ask(String sql, Collection<Long> oids, RowReader reader) throws SQLException {
        try (PreparedStatement query = session.prepareStatement(sql)) {
            query.setArray(1, session.createArrayOf("oid", oids.toArray()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    reader.read(row);
                }
            }
        }
    }

    private java.sql.Array texts(List<String> texts) throws SQLException {
        return session.createArrayOf("text", texts.toArray());
    }

    private static List<String> list(ResultSet row, int column) throws SQLException {
        java.sql.Array array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }

    private record Head(long oid, String kind, String persistence) {}

    @FunctionalInterface
    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }
}
