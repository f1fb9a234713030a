INSERT INTO shop.orders
SELECT CASE g % 4 WHEN 0 THEN g WHEN 1 THEN 500000000 + g WHEN 2 THEN 4000000000000000000 + g * 1000003
            ELSE -9000000000000000000 + g END,
       left(encode(sha256(('customer ' || (1 + g % 1000))::bytea), 'hex'), 32)::uuid,
       (enum_range(NULL::shop.order_state))[1 + g % 5],
       CASE WHEN g % 103 = 0 THEN 'NaN'::numeric ELSE (g % 500000)::numeric / 100 END,
       CASE WHEN g % 107 = 0 THEN '-infinity'::timestamptz WHEN g % 109 = 0 THEN '0099-02-03 04:05:06+00 BC'
            ELSE timestamptz '2023-01-01 00:00Z' + g * interval '0.5 s' END,
       CASE WHEN g % 5 = 0 THEN NULL ELSE (g % 40) * interval '1 day 2 h 3.000004 s' - interval '1 mon' END,
       CASE WHEN g % 3 = 0 THEN NULL WHEN g % 31 = 0 THEN '' WHEN g % 37 = 0 THEN E'a\tb\\c\nd\re' ELSE 'note ' || md5(g::text) END,
       0
FROM generate_series(1, ?::bigint) g
