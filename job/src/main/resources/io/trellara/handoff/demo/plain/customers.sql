INSERT INTO shop.customers
SELECT left(encode(sha256(('customer ' || g)::bytea), 'hex'), 32)::uuid,
       'Name ' || left(encode(sha256(('name' || g)::bytea), 'hex'), (4 + g % 20)::integer),
       CASE g % 7 WHEN 0 THEN NULL WHEN 1 THEN E'tab\there' WHEN 2 THEN E'back\\slash \\N' ELSE 'nick ' || g END,
       CASE WHEN g % 5 = 0 THEN NULL ELSE (g % 100000)::numeric / 8 - 500 END,
       CASE WHEN g % 11 = 0 THEN NULL WHEN g % 13 = 0 THEN '[]'
            ELSE jsonb_build_array('a,b', E'quote"\\' || g, NULL, 'plain') END,
       CASE WHEN g % 89 = 0 THEN date '9999-12-31' WHEN g % 83 = 0 THEN '1000-01-01' ELSE date '1930-01-01' + (g % 30000)::integer END,
       CASE WHEN g % 3 = 0 THEN NULL ELSE timestamptz '2020-01-01 00:00Z' + g * interval '1.234567 s' END,
       g % 4 <> 0, 0
FROM generate_series(1, ?::bigint) g
