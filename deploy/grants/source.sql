-- The source's user. Run as a superuser in the source database, with psql:
--   psql -v password="'…'" -f source.sql
-- Then repeat the GRANT SELECT for every schema of the dataset.
CREATE ROLE handoff LOGIN REPLICATION PASSWORD :password;
GRANT USAGE ON SCHEMA public TO handoff;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO handoff;

-- source.publication-create: false is set then; the tables' owner makes the publication:
-- CREATE PUBLICATION handoff_shop_orders_1 FOR TABLE public.orders, public.customers
--     WITH (publish_via_partition_root = true);

-- Lets the progress line and the wait for open transactions name other users' sessions. Recommended.
GRANT pg_read_all_stats TO handoff;
