INSERT INTO shop.orders
WITH RECURSIVE numbers (g) AS (SELECT CAST(? AS SIGNED) UNION ALL SELECT g + 1 FROM numbers WHERE g < ?)
SELECT CASE g % 4 WHEN 0 THEN g WHEN 1 THEN 500000000 + g WHEN 2 THEN 4000000000000000000 + g * 1000003
            ELSE -9000000000000000000 + g END,
       UNHEX(LEFT(SHA2(CONCAT('customer ', 1 + g % 1000), 256), 32)),
       ELT(1 + g % 5, 'open', 'paid', 'shipped', 'returned', 'cancelled'),
       (g % 500000) / 100,
       TIMESTAMP'2023-01-01 00:00:00' + INTERVAL g * 500001 MICROSECOND,
       CASE WHEN g % 5 = 0 THEN NULL ELSE g % 40 END,
       CASE WHEN g % 3 = 0 THEN NULL WHEN g % 31 = 0 THEN '' WHEN g % 37 = 0 THEN 'a\tb\\c\nd\re' ELSE CONCAT('note ', SHA2(g, 256)) END,
       0
FROM numbers
