INSERT INTO shop.products
SELECT (ARRAY['aB', 'Ab', 'ä', 'z-', 'Z ', '_'])[1 + g % 6] || left(encode(sha256(('product ' || g)::bytea), 'hex'), 5) || '-' || g,
       E'Title\nof ' || g || CASE WHEN g % 3 = 0 THEN ' ☃ ünïcode 😀' ELSE '' END,
       (g % 1000000)::numeric / 100,
       CASE WHEN g % 61 = 2 THEN NULL ELSE g::float8 / 3 END,
       (ARRAY[NULL, '', 'glass', 'glass,cold', 'heavy,flat'])[1 + g % 5],
       date '2015-01-01' + (g % 4000)::integer,
       CASE WHEN g % 29 = 0 THEN NULL ELSE time '00:00' + (g * 7919 % 86400000) * interval '1 ms' END,
       0
FROM generate_series(1, ?::bigint) g
