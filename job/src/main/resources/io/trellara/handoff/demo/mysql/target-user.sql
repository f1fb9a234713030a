CREATE USER handoff IDENTIFIED BY '{password}';
-- The rows, and tables that are not there yet.
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP ON shop.* TO handoff;
-- The evidence and the sink's own tables, which the user migrates.
GRANT ALL ON trellara.* TO handoff;
