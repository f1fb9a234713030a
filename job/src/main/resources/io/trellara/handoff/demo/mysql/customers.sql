INSERT INTO shop.customers
WITH RECURSIVE numbers (g) AS (SELECT CAST(? AS SIGNED) UNION ALL SELECT g + 1 FROM numbers WHERE g < ?)
SELECT UNHEX(LEFT(SHA2(CONCAT('customer ', g), 256), 32)),
       CONCAT('Name ', LEFT(SHA2(CONCAT('name', g), 256), 4 + g % 20)),
       CASE g % 7 WHEN 0 THEN NULL WHEN 1 THEN 'tab\there' WHEN 2 THEN 'back\\slash \\N' ELSE CONCAT('nick ', g) END,
       CASE WHEN g % 5 = 0 THEN NULL ELSE (g % 100000) / 8 - 500 END,
       CASE WHEN g % 11 = 0 THEN NULL WHEN g % 13 = 0 THEN JSON_ARRAY()
            ELSE JSON_ARRAY('a,b', CONCAT('quote"\\', g), NULL, 'plain') END,
       CASE WHEN g % 89 = 0 THEN DATE'9999-12-31' WHEN g % 83 = 0 THEN DATE'1000-01-01'
            ELSE DATE'1930-01-01' + INTERVAL g % 30000 DAY END,
       CASE WHEN g % 3 = 0 THEN NULL ELSE TIMESTAMP'2020-01-01 00:00:00' + INTERVAL g * 1234567 MICROSECOND END,
       g % 4 <> 0, 0
FROM numbers
