INSERT INTO shop.customers
SELECT left(encode(sha256(('customer ' || g)::bytea), 'hex'), 32)::uuid,
       'Name ' || left(md5('name' || g), (4 + g % 20)::integer),
       CASE g % 7 WHEN 0 THEN NULL WHEN 1 THEN E'tab\there' WHEN 2 THEN E'back\\slash \\N' ELSE 'nick ' || g END,
       CASE WHEN g % 97 = 0 THEN 'NaN'::numeric WHEN g % 5 = 0 THEN NULL ELSE (g % 100000)::numeric / 7 END,
       CASE WHEN g % 11 = 0 THEN NULL WHEN g % 13 = 0 THEN '{}'
            ELSE ARRAY['a,b', E'quote"\\' || g, NULL, 'plain'] END,
       CASE WHEN g % 89 = 0 THEN 'infinity'::date WHEN g % 83 = 0 THEN '-infinity' WHEN g % 79 = 0 THEN '0044-03-15 BC'
            ELSE date '1930-01-01' + (g % 30000)::integer END,
       CASE WHEN g % 101 = 0 THEN 'infinity'::timestamptz WHEN g % 3 = 0 THEN NULL
            ELSE timestamptz '2020-01-01 00:00Z' + g * interval '1.234567 s' END,
       g % 4 <> 0, 0
FROM generate_series(1, ?::bigint) g
