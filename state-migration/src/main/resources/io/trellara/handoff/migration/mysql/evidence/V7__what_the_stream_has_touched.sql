-- What the stream has seen changes of, so that a later verification need not read the rest. No key and no value is in
-- here: chunks are numbers. Written with the stream's position, in one transaction.
-- The tables are those of PostgreSQL at version 7, column for column. Every statement may be run again.

CREATE TABLE IF NOT EXISTS trellara.stream_windows (
    source_id     varchar(100) NOT NULL,
    dataset_id    varchar(100) NOT NULL,
    run_id        varchar(140) NOT NULL,
    window_no     bigint       NOT NULL,
    from_position longtext     NOT NULL,
    to_position   longtext     NOT NULL,
    opened_at     datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    closed_at     datetime(6),
    PRIMARY KEY (source_id, dataset_id, run_id, window_no),
    CONSTRAINT stream_windows_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
    COMMENT 'parts of the log of which every touched chunk is noted; where one does not begin where the one before ends, the stream''s notes have a gap';

CREATE TABLE IF NOT EXISTS trellara.stream_touches (
    source_id  varchar(100) NOT NULL,
    dataset_id varchar(100) NOT NULL,
    run_id     varchar(140) NOT NULL,
    relation   varchar(200) NOT NULL,
    chunk_no   integer      NOT NULL COMMENT '-1: all of the relation',
    window_no  bigint       NOT NULL COMMENT 'the newest window in which it was touched',
    PRIMARY KEY (source_id, dataset_id, run_id, relation, chunk_no),
    CONSTRAINT stream_touches_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- NULL and 0 for verifications that were made before. The columns come together, or not at all. In a mode that forbids
-- the date 0, servers of 8.0.15 take the default of a column that is there for one.
SET @mode_before = @@SESSION.sql_mode;
SET SESSION sql_mode = 'STRICT_ALL_TABLES';
SET @add_base = IF(
    (SELECT count(*) FROM information_schema.columns
        WHERE table_schema = 'trellara' AND table_name = 'verification_runs' AND column_name = 'base_id') = 0,
    'ALTER TABLE trellara.verification_runs
        ADD COLUMN base_id         bigint COMMENT ''what the stream has not touched since that verification was not compared again'',
        ADD COLUMN since_position  longtext COMMENT ''a later verification that builds on this one compares what was touched after this'',
        ADD COLUMN compared_ranges integer NOT NULL DEFAULT 0,
        ADD COLUMN all_ranges      integer NOT NULL DEFAULT 0 COMMENT ''of its relations, compared or not'',
        ADD CONSTRAINT verification_runs_base FOREIGN KEY (base_id) REFERENCES trellara.verification_runs (id)',
    'DO 0');
PREPARE add_base FROM @add_base;
EXECUTE add_base;
DEALLOCATE PREPARE add_base;
SET SESSION sql_mode = @mode_before;

DELIMITER $$

-- A window only grows at its end until it is closed.
DROP TRIGGER IF EXISTS trellara.stream_windows_check$$
CREATE TRIGGER trellara.stream_windows_check BEFORE INSERT ON trellara.stream_windows FOR EACH ROW
    IF NEW.window_no < 1 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stream_windows: windows are counted from 1';
    END IF$$
DROP TRIGGER IF EXISTS trellara.stream_windows_guard$$
CREATE TRIGGER trellara.stream_windows_guard BEFORE UPDATE ON trellara.stream_windows FOR EACH ROW
    IF OLD.closed_at IS NOT NULL
        OR NOT ((NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.window_no, NEW.from_position, NEW.opened_at)
            <=> (OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.window_no, OLD.from_position, OLD.opened_at))
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stream_windows: a window only grows at its end until it is closed';
    END IF$$
DROP TRIGGER IF EXISTS trellara.stream_touches_check$$
CREATE TRIGGER trellara.stream_touches_check BEFORE INSERT ON trellara.stream_touches FOR EACH ROW
    IF NEW.chunk_no < -1 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stream_touches: chunks are counted from 0; -1 is all of a relation';
    END IF$$
DROP TRIGGER IF EXISTS trellara.stream_touches_guard$$
CREATE TRIGGER trellara.stream_touches_guard BEFORE UPDATE ON trellara.stream_touches FOR EACH ROW
    IF NEW.window_no < OLD.window_no
        OR NOT ((NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.relation, NEW.chunk_no)
            <=> (OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.relation, OLD.chunk_no))
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stream_touches: what was touched was not touched earlier instead';
    END IF$$
DROP TRIGGER IF EXISTS trellara.stream_touches_no_delete$$
CREATE TRIGGER trellara.stream_touches_no_delete BEFORE DELETE ON trellara.stream_touches FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stream_touches is append-only'$$

DROP TRIGGER IF EXISTS trellara.verification_runs_check$$
CREATE TRIGGER trellara.verification_runs_check BEFORE INSERT ON trellara.verification_runs FOR EACH ROW
    IF NEW.mode NOT IN ('full', 'incremental')
        OR (NEW.mode = 'incremental') <> (NEW.base_id IS NOT NULL)
        OR NEW.verdict NOT IN ('running', 'verified', 'diverged', 'inconclusive', 'failed')
        OR (NEW.verdict <> 'running' AND (NEW.finished_at IS NULL OR NEW.evidence_sha256 IS NULL))
        OR (NEW.verdict IN ('verified', 'diverged') AND NEW.boundary IS NULL)
        OR (NEW.verdict = 'verified' AND NEW.hot_keys <> 0)
        OR LEAST(NEW.rounds, NEW.compared_rows, NEW.hot_keys, NEW.compared_ranges, NEW.all_ranges) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs: a verdict without what it needs, or a count below zero';
    END IF$$
DROP TRIGGER IF EXISTS trellara.verification_runs_guard$$
CREATE TRIGGER trellara.verification_runs_guard BEFORE UPDATE ON trellara.verification_runs FOR EACH ROW
BEGIN
    IF OLD.verdict <> 'running'
        OR NOT ((NEW.id, NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.mode, NEW.requested_by, NEW.started_at)
            <=> (OLD.id, OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.mode, OLD.requested_by, OLD.started_at))
        OR NOT (NEW.base_id <=> OLD.base_id)
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs: what was verified never changes, and a conclusion is for good';
    END IF;
    IF NEW.mode NOT IN ('full', 'incremental')
        OR NEW.verdict NOT IN ('running', 'verified', 'diverged', 'inconclusive', 'failed')
        OR (NEW.verdict <> 'running' AND (NEW.finished_at IS NULL OR NEW.evidence_sha256 IS NULL))
        OR (NEW.verdict IN ('verified', 'diverged') AND NEW.boundary IS NULL)
        OR (NEW.verdict = 'verified' AND NEW.hot_keys <> 0)
        OR LEAST(NEW.rounds, NEW.compared_rows, NEW.hot_keys, NEW.compared_ranges, NEW.all_ranges) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs: a verdict without what it needs, or a count below zero';
    END IF;
END$$

DELIMITER ;
