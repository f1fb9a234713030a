INSERT INTO shop.orders
SELECT CASE g % 4 WHEN 0 THEN g WHEN 1 THEN 500000000 + g WHEN 2 THEN 4000000000000000000 + g * 1000003
            ELSE -9000000000000000000 + g END,
       left(encode(sha256(('customer ' || (1 + g % 1000))::bytea), 'hex'), 32)::uuid,
       (ARRAY['open', 'paid', 'shipped', 'returned', 'cancelled'])[1 + g % 5],
       (g % 500000)::numeric / 100,
       timestamp '2023-01-01 00:00' + g * interval '0.500001 s',
       CASE WHEN g % 5 = 0 THEN NULL ELSE g % 40 END,
       CASE WHEN g % 3 = 0 THEN NULL WHEN g % 31 = 0 THEN '' WHEN g % 37 = 0 THEN E'a\tb\\c\nd\re' ELSE 'note ' || encode(sha256(g::text::bytea), 'hex') END,
       0
FROM generate_series(1, ?::bigint) g
