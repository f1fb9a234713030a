INSERT INTO shop.order_items
SELECT 1 + g / 3, (g % 3)::smallint, 'sku-' || g % 50000, 1 + (g % 12)::integer,
       CASE WHEN g % 113 = 0 THEN 'NaN'::numeric WHEN g % 7 = 0 THEN NULL ELSE (g % 90000)::numeric / 1000 END,
       CASE g % 8 WHEN 0 THEN NULL ELSE (g % 100) / 100.0 END,
       0
FROM generate_series(0, ?::bigint - 1) g
