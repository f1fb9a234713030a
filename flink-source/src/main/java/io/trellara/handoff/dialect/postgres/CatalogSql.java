package io.trellara.handoff.dialect.postgres;

/**
 * The questions of {@link Catalog}; each takes arrays, so that a dataset of any size costs a handful of round trips.
 */
final class CatalogSql {
    /** Parameters: schemas, names. */
    static final String RELATIONS = """
            SELECT w.s, w.t, c.oid, c.relkind, c.relpersistence
            FROM unnest(?::text[], ?::text[]) AS w(s, t)
            JOIN pg_namespace n ON n.nspname = w.s JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = w.t
            WHERE c.relkind NOT IN ('i', 'I', 'S', 't', 'c')""";

    /** Parameter: OIDs. A domain is followed down to its base type; {@code atttypmod} belongs to the outermost. */
    static final String COLUMNS = """
            SELECT a.attrelid, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.atttypid, a.attnotnull,
                   coalesce(quote_ident(n.nspname) || '.' || quote_ident(l.collname), ''), a.attidentity, a.attgenerated,
                   coalesce(l.collisdeterministic, true), b.oid, b.typtype, b.typnamespace = 'pg_catalog'::regnamespace,
                   b.mod
            FROM pg_attribute a
            LEFT JOIN pg_collation l ON l.oid = a.attcollation LEFT JOIN pg_namespace n ON n.oid = l.collnamespace
            CROSS JOIN LATERAL (
                WITH RECURSIVE d(oid, mod) AS (
                    SELECT a.atttypid, a.atttypmod
                    UNION ALL
                    SELECT t.typbasetype, t.typtypmod FROM d JOIN pg_type t ON t.oid = d.oid WHERE t.typtype = 'd')
                SELECT t.oid, t.typtype, t.typnamespace, d.mod FROM d JOIN pg_type t ON t.oid = d.oid
                WHERE t.typtype <> 'd') b
            WHERE a.attrelid = ANY (?::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attrelid, a.attnum""";

    /**
     * Parameter: OIDs. The first row of a relation is its key: the primary key, else the replica identity's index, else
     * the narrowest unique index over NOT NULL columns. A deferrable one does not count: within a transaction it may
     * hold a key twice.
     */
    static final String KEYS = """
            SELECT i.indrelid, ARRAY(
                       SELECT a.attname::text FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY AS k(n, o)
                       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.n ORDER BY k.o)
            FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
            WHERE i.indrelid = ANY (?::oid[]) AND i.indisunique AND i.indisvalid AND i.indimmediate
              AND i.indpred IS NULL AND i.indexprs IS NULL
              AND NOT EXISTS (
                  SELECT FROM unnest(i.indkey[0:i.indnkeyatts - 1]) AS k(n)
                  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.n
                  WHERE NOT a.attnotnull OR a.attgenerated <> '')
            ORDER BY i.indrelid, i.indisprimary DESC, i.indisreplident DESC, i.indnkeyatts, x.relname""";

    /** Parameter: OIDs. */
    static final String IDENTITIES = """
            SELECT c.oid, c.relreplident, coalesce(ARRAY(
                       SELECT a.attname::text FROM pg_index i
                       CROSS JOIN LATERAL unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY AS k(n, o)
                       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.n
                       WHERE i.indrelid = c.oid AND i.indisvalid AND i.indimmediate
                         AND CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END
                       ORDER BY k.o), '{}')
            FROM pg_class c WHERE c.oid = ANY (?::oid[])""";

    /** Parameter: OIDs of partitioned relations. */
    static final String LEAVES = """
            WITH RECURSIVE tree(root, oid) AS (
                SELECT r, r FROM unnest(?::oid[]) AS u(r)
                UNION ALL
                SELECT t.root, h.inhrelid FROM tree t JOIN pg_inherits h ON h.inhparent = t.oid)
            SELECT t.root, c.oid, n.nspname, c.relname, c.relkind, coalesce(pg_get_expr(c.relpartbound, c.oid), '')
            FROM tree t JOIN pg_class c ON c.oid = t.oid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind <> 'p' ORDER BY t.root, n.nspname, c.relname""";

    /** Parameter: publication. One row with an empty relation where it publishes none. */
    static final String PUBLICATION_15 = publication(
            "t.attnames::text[], coalesce(t.rowfilter, '')",
            "(SELECT e.oid FROM pg_publication_namespace e WHERE e.pnpubid = p.oid AND e.pnnspid = c.relnamespace),");

    /** The same for 14, which knows neither column lists nor row filters. */
    static final String PUBLICATION_14 = publication("'{}'::text[], ''", "");

    /** Parameter: OIDs of relations that hold rows. Those whose file in this snapshot is not the present one. */
    static final String REWRITTEN = """
            SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = ANY (?::oid[]) AND c.relfilenode IS DISTINCT FROM pg_relation_filenode(c.oid)""";

    private CatalogSql() {}

    private static String publication(String lists, String schemaEntry) {
        return """
               SELECT p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot,
                      coalesce(t.schemaname, ''), coalesce(t.tablename, ''),\s""" + lists + """
                      , coalesce((SELECT e.oid FROM pg_publication_rel e WHERE e.prpubid = p.oid AND e.prrelid = c.oid),
                      """ + schemaEntry + """
                      p.oid)::text
                 FROM pg_publication p LEFT JOIN pg_publication_tables t ON t.pubname = p.pubname
                 LEFT JOIN pg_namespace n ON n.nspname = t.schemaname
                 LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.tablename
                WHERE p.pubname = ?""";
    }
}
