package io.trellara.handoff.bench;

import java.sql.SQLException;

/** The table that is copied: rows of about 250 bytes of text. */
final class BenchTable {
    static final String NAME = "public.orders";
    static final String DDL = """
            CREATE TABLE public.orders (
                id bigint PRIMARY KEY, customer text NOT NULL, note text, amount numeric(12,2) NOT NULL,
                placed timestamptz NOT NULL, detail jsonb NOT NULL, paid boolean NOT NULL)""";

    private BenchTable() {}

    /** Creates the table at the source with that many rows, read through once, so that no hint is left to be set. */
    static void fill(BenchServers servers, long rows) throws SQLException {
        servers.atSource(
                DDL,
                """
                INSERT INTO public.orders
                SELECT i, 'customer ' || md5(i::text), repeat(md5((i * 7)::text), 2) || ' ' || mod(i, 97), mod(i, 100000) / 100.0,
                       '2024-01-01 00:00:00+00'::timestamptz + i * interval '1.001 second',
                       jsonb_build_object('sku', 'A-' || mod(i, 5000), 'quantity', mod(i, 9), 'gift', mod(i, 2) = 0,
                           'address', md5((i * 3)::text)), mod(i, 3) = 0
                  FROM generate_series(1, %d) i""".formatted(rows),
                "VACUUM (FREEZE, ANALYZE) public.orders",
                "SELECT sum(hashtext(o::text)) FROM public.orders o");
    }
}
