INSERT INTO shop.products
WITH RECURSIVE numbers (g) AS (SELECT CAST(? AS SIGNED) UNION ALL SELECT g + 1 FROM numbers WHERE g < ?)
SELECT CONCAT(ELT(1 + g % 6, 'aB', 'Ab', 'ä', 'z-', 'Z ', '_'), LEFT(SHA2(CONCAT('product ', g), 256), 5), '-', g),
       CONCAT('Title\nof ', g, CASE WHEN g % 3 = 0 THEN ' ☃ ünïcode 😀' ELSE '' END),
       (g % 1000000) / 100,
       CASE WHEN g % 61 = 2 THEN NULL ELSE g / 3E0 END,
       ELT(1 + g % 5, NULL, '', 'glass', 'glass,cold', 'heavy,flat'),
       DATE'2015-01-01' + INTERVAL g % 4000 DAY,
       CASE WHEN g % 29 = 0 THEN NULL ELSE SEC_TO_TIME((g * 7919 % 86400000) / 1000) END,
       0
FROM numbers
