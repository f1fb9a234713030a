-- What the job needs at a MySQL target. Run it as an administrator; put your own database and password in.
CREATE USER 'handoff'@'%' IDENTIFIED BY 'change-me';
-- The evidence and the sink's own tables, which the user makes and migrates. Triggers keep evidence append-only: beside a
-- binary log it takes log_bin_trust_function_creators = ON to make them, or an administrator who runs handoff migrate.
GRANT ALL ON `trellara`.* TO 'handoff'@'%';
-- The rows, and tables that are not there yet (target.create-tables: true).
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON `shop`.* TO 'handoff'@'%';
-- With target.existing: truncate only.
-- GRANT DROP ON `shop`.* TO 'handoff'@'%';
