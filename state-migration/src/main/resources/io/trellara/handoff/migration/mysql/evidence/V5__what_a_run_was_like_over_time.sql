-- What a run was like over time, for those who look at it afterwards: nothing that a run does goes by these rows.
-- DDL of MySQL is not transactional: every statement may be run again after a migration that broke off.

CREATE TABLE IF NOT EXISTS trellara.run_samples (
    id                    bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id             varchar(100) NOT NULL,
    dataset_id            varchar(100) NOT NULL,
    run_id                varchar(140) NOT NULL,
    at                    datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    fence                 bigint       NOT NULL,
    state                 varchar(40)  NOT NULL,
    copied_rows           bigint       NOT NULL,
    bytes_copied          bigint       NOT NULL,
    forwarded_changes     bigint       NOT NULL,
    suppressed_changes    bigint       NOT NULL,
    replayed_changes      bigint       NOT NULL,
    stream_position       longtext,
    lag_bytes             bigint
        COMMENT 'log between the durable position and the end of the source''s log; NULL: the source could not be asked',
    lag_millis            bigint
        COMMENT 'for how long at least the source''s log has gone beyond the run''s durable position',
    retained_bytes        bigint
        COMMENT 'log that the source keeps from the run on: behind its slot, or in the files from its position on',
    retained_limit_bytes  bigint COMMENT 'where the source gives the run up; NULL: it has no such limit',
    retained_limit_millis bigint COMMENT 'age at which the source removes its log; NULL: it goes by no age',
    KEY run_samples_run (source_id, dataset_id, run_id, id),
    CONSTRAINT run_samples_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- NULL for chunks of runs that began before. The columns come together, or not at all. In a mode that forbids the date 0,
-- servers of 8.0.15 take the default of a column that is there for one.
SET @mode_before = @@SESSION.sql_mode;
SET SESSION sql_mode = 'STRICT_ALL_TABLES';
SET @add_readings = IF(
    (SELECT count(*) FROM information_schema.columns
        WHERE table_schema = 'trellara' AND table_name = 'snapshot_chunks' AND column_name = 'claimed_at') = 0,
    'ALTER TABLE trellara.snapshot_chunks
        ADD COLUMN reader     integer COMMENT ''number of the reader (subtask) that claimed it last'',
        ADD COLUMN claimed_at datetime(6) COMMENT ''of its last claim'',
        ADD COLUMN copied_at  datetime(6) COMMENT ''when a completed checkpoint that holds it was recorded''',
    'DO 0');
PREPARE add_readings FROM @add_readings;
EXECUTE add_readings;
DEALLOCATE PREPARE add_readings;
SET SESSION sql_mode = @mode_before;

DELIMITER $$

DROP TRIGGER IF EXISTS trellara.run_samples_no_update$$
CREATE TRIGGER trellara.run_samples_no_update BEFORE UPDATE ON trellara.run_samples FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_samples is append-only'$$
DROP TRIGGER IF EXISTS trellara.run_samples_no_delete$$
CREATE TRIGGER trellara.run_samples_no_delete BEFORE DELETE ON trellara.run_samples FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_samples is append-only'$$

DELIMITER ;
