INSERT INTO shop.products
SELECT (ARRAY['aB', 'Ab', 'ä', 'z-', 'Z ', '_'])[1 + g % 6] || left(encode(sha256(('product ' || g)::bytea), 'hex'), 5) || '-' || g,
       E'Title\nof ' || g || CASE WHEN g % 3 = 0 THEN ' ☃ ünïcode' ELSE '' END,
       (g % 1000000)::numeric / 100,
       CASE g % 61 WHEN 0 THEN 'NaN'::float8 WHEN 1 THEN '-Infinity' WHEN 2 THEN NULL ELSE (g / 3.0)::float8 END,
       CASE WHEN g % 17 = 0 THEN '{{1,2},{3,NULL}}' WHEN g % 19 = 0 THEN NULL ELSE ARRAY[g % 90, g % 70, NULL]::integer[] END,
       CASE WHEN g % 53 = 0 THEN '-infinity'::date ELSE date '2015-01-01' + (g % 4000)::integer END,
       CASE WHEN g % 23 = 0 THEN 'empty'::tstzrange WHEN g % 29 = 0 THEN NULL
            ELSE tstzrange('2024-01-01 00:00Z', timestamptz '2024-01-02 00:00Z' + g * interval '1 min') END,
       0
FROM generate_series(1, ?::bigint) g
