CREATE USER handoff IDENTIFIED BY '{password}';
-- The rows, and the brief locks under which views are opened.
GRANT SELECT, LOCK TABLES ON shop.* TO handoff;
-- The binary log, and its state.
GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO handoff;
-- Who holds up a lock; only to name them.
GRANT SELECT ON performance_schema.metadata_locks TO handoff;
GRANT SELECT ON performance_schema.threads TO handoff;
