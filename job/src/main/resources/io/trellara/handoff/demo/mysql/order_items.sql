INSERT INTO shop.order_items
WITH RECURSIVE numbers (g) AS (SELECT CAST(? AS SIGNED) UNION ALL SELECT g + 1 FROM numbers WHERE g < ?),
     from0 (g) AS (SELECT g - 1 FROM numbers)
SELECT 1 + g DIV 3, g % 3, CONCAT('sku-', g % 50000), 1 + g % 12,
       CASE WHEN g % 7 = 0 THEN NULL ELSE (g % 90000) / 1000 END,
       CASE g % 8 WHEN 0 THEN NULL ELSE (g % 100) / 100 END,
       0
FROM from0
