package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All that the contract of a relation is made of (R9), as the catalog shows it. Pure.
 *
 * @param relation its name
 * @param oid its OID: a relation dropped and made again is another one
 * @param kind {@code relkind}
 * @param persistence p, u or t, the catalog letter
 * @param columns in attribute order, generated ones included
 * @param key names of the key columns in key order; empty where there is no usable key
 * @param identity its replica identity
 * @param published how the publication shows it
 * @param leaves its partitions that hold rows, by name; empty unless it is partitioned
 */
record RelationFacts(
        Relation relation,
        long oid,
        String kind,
        String persistence,
        List<CatalogColumn> columns,
        List<String> key,
        ReplicaIdentity identity,
        Published published,
        List<Leaf> leaves) {
    RelationFacts {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        leaves = List.copyOf(leaves);
    }

    boolean isPartitioned() {
        return kind.equals("p");
    }

    /** The columns that are copied and streamed: the server computes the generated ones again at the target. */
    List<CatalogColumn> carried() {
        return columns.stream().filter(column -> !column.isGenerated()).toList();
    }

    /** The shape under the contract; the key must be there. */
    RelationSchema schema() {
        List<CatalogColumn> carried = carried();
        List<Integer> keyColumns = key.stream()
                .map(name -> IntStream.range(0, carried.size())
                        .filter(i -> carried.get(i).name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException(relation + ": key column is not carried")))
                .toList();
        return new RelationSchema(
                relation, carried.stream().map(CatalogColumn::column).toList(), keyColumns, fingerprint());
    }

    /** SHA-256 over {@link #material}. */
    String fingerprint() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(material().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The contract as text: equal exactly when nothing that R9 names differs. */
    String material() {
        StringBuilder text = new StringBuilder();
        line(text, "relation", relation.quoted(), oid, kind, persistence);
        for (CatalogColumn c : columns) {
            line(
                    text,
                    "column " + c.number(),
                    Relation.quote(c.name()),
                    c.type(),
                    c.typeOid(),
                    c.notNull() ? "not null" : "null",
                    c.collation(),
                    c.identity(),
                    c.generated());
        }
        line(text, "key", quoted(key));
        line(text, "identity", identity.kind(), quoted(identity.columns()));
        line(text, "published", published.member(), published.operations(), isPartitioned() && published.viaRoot());
        line(text, "published as", published.membership());
        line(text, "published rows", published.filter());
        line(text, "published columns", quoted(published.columns()));
        for (Leaf leaf : leaves) {
            line(text, "leaf", leaf.relation().quoted(), leaf.oid(), leaf.bound());
            line(
                    text,
                    "leaf identity",
                    leaf.identity().kind(),
                    quoted(leaf.identity().columns()));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String what, Object... parts) {
        text.append(what);
        for (Object part : parts) {
            text.append('|').append(part);
        }
        text.append('\n');
    }

    private static String quoted(List<String> names) {
        return names.stream().map(Relation::quote).collect(Collectors.joining(","));
    }
}
