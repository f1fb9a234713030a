INSERT INTO shop.documents
SELECT g * 1000, 'Document ' || g,
       (SELECT string_agg(encode(sha512(convert_to(g || ' ' || part, 'UTF8')), 'base64'), E'\n') FROM generate_series(1, 32 + g % 32) part),
       CASE WHEN g % 6 = 0 THEN NULL
            ELSE jsonb_build_object('n', g, 'text', E'tab\t"quote"', 'list', jsonb_build_array(g, NULL, 1.50, true)) END,
       CASE WHEN g % 4 = 0 THEN NULL ELSE decode(md5('seal' || g), 'hex') END,
       CASE WHEN g % 67 = 0 THEN 'infinity'::timestamp ELSE timestamp '2022-01-01' + g * interval '1 min' END,
       0
FROM generate_series(1, ?::bigint) g
