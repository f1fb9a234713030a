INSERT INTO shop.documents
WITH RECURSIVE numbers (g) AS (SELECT CAST(? AS SIGNED) UNION ALL SELECT g + 1 FROM numbers WHERE g < ?),
     parts (part) AS (SELECT 1 UNION ALL SELECT part + 1 FROM parts WHERE part < 63),
     bodies (g, body) AS (
         SELECT g, GROUP_CONCAT(TO_BASE64(UNHEX(SHA2(CONCAT(g, ' ', part), 512))) ORDER BY part SEPARATOR '\n')
         FROM numbers JOIN parts ON part <= 32 + g % 32 GROUP BY g)
SELECT g * 1000, CONCAT('Document ', g), body,
       CASE WHEN g % 6 = 0 THEN NULL
            ELSE JSON_OBJECT('n', g, 'text', 'tab\t"quote"', 'list', JSON_ARRAY(g, NULL, 1.5, true)) END,
       CASE WHEN g % 4 = 0 THEN NULL ELSE UNHEX(SHA2(CONCAT('seal', g), 256)) END,
       TIMESTAMP'2022-01-01 00:00:00' + INTERVAL g MINUTE,
       0
FROM bodies
