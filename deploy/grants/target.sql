-- The target's user. Run as a superuser in the target database, with psql:
--   psql -v password="'…'" -f target.sql
CREATE ROLE handoff LOGIN PASSWORD :password;

-- The evidence and the sink's own tables. The schema belongs to the user, who migrates it.
CREATE SCHEMA IF NOT EXISTS trellara AUTHORIZATION handoff;

-- Target tables that handoff creates itself (target.create-tables: true) …
GRANT USAGE, CREATE ON SCHEMA public TO handoff;
-- … or, for tables that are there:
-- GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON public.orders, public.customers TO handoff;
