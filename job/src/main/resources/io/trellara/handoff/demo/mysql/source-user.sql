-- What the job needs at a MySQL source. Run it as an administrator; put your own database and password in.
CREATE USER 'handoff'@'%' IDENTIFIED BY 'change-me';
-- The binary log, and what the server says of it.
GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO 'handoff'@'%';
-- Reading the relations, and the lock that makes a view of them exact; it is held for about a millisecond.
GRANT SELECT, LOCK TABLES ON `shop`.* TO 'handoff'@'%';
-- To name who holds up a view, and to see who waits behind one.
GRANT SELECT ON performance_schema.* TO 'handoff'@'%';
-- With source.lock-strategy: flush-tables only.
-- GRANT FLUSH_TABLES ON *.* TO 'handoff'@'%';
