-- The evidence of runs. Log positions are text, as users of these tables know them, and of any length: sets of GTIDs are.
-- The tables are those of PostgreSQL at version 3, column for column; times are UTC.
-- DDL of MySQL is not transactional: every statement may be run again after a migration that broke off.
-- Keys are names without spaces around them, so that it does not matter that utf8mb4_bin pads.

CREATE TABLE IF NOT EXISTS trellara.snapshot_runs (
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    state                varchar(40)  NOT NULL,
    slot_name            varchar(200),
    consistent_lsn       longtext COMMENT 'the boundary of the run; PostgreSQL: half-open, commits strictly below it',
    current_relation     varchar(200),
    copied_rows          bigint       NOT NULL DEFAULT 0,
    failure_reason       longtext,
    started_at           datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    updated_at           datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    fence                bigint       NOT NULL DEFAULT 0
        COMMENT 'grows with each coordinator; a write with an older one changes nothing',
    revision             bigint       NOT NULL DEFAULT 0
        COMMENT 'grows with each write: a writer that lost the answer to its commit learns from it what happened',
    schedule             varchar(40)  NOT NULL,
    source_kind          varchar(40)  NOT NULL,
    source_identity      longtext,
    failure_code         varchar(100),
    stream_position      longtext,
    stream_checkpoint_id bigint,
    last_sink_halt       bigint       NOT NULL DEFAULT 0 COMMENT 'newest row of halts that has become a halt of the run',
    lanes                integer COMMENT 'never changes: ledgers are kept by lane',
    forwarded_changes    bigint       NOT NULL DEFAULT 0,
    suppressed_changes   bigint       NOT NULL DEFAULT 0,
    replayed_changes     bigint       NOT NULL DEFAULT 0,
    parent_run_id        varchar(140)
        COMMENT 'the run whose stream this one rides on; its own counters, transitions and events are in rows of its own',
    kind                 varchar(40)  NOT NULL DEFAULT 'whole',
    PRIMARY KEY (source_id, dataset_id, run_id),
    KEY snapshot_runs_children (source_id, dataset_id, parent_run_id),
    CONSTRAINT snapshot_runs_parent FOREIGN KEY (source_id, dataset_id, parent_run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS trellara.snapshot_table_progress (
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    relation             varchar(200) NOT NULL,
    state                varchar(40)  NOT NULL
        COMMENT 'retired: a later run within the run carries the relation, or it has left the dataset (run_controls says which)',
    copied_rows          bigint       NOT NULL DEFAULT 0,
    watermark_lsn        longtext,
    updated_at           datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    chunks_total         integer      NOT NULL,
    chunks_copied        integer      NOT NULL DEFAULT 0,
    bytes_copied         bigint       NOT NULL DEFAULT 0,
    schema_fingerprint   varchar(200) NOT NULL,
    schema_columns       json         NOT NULL
        COMMENT 'the contract in attribute order: [{position, name, type, oid, nullable, order, key}]; key is the place in the key, from 0',
    key_columns          longtext     NOT NULL,
    first_chunk_at       datetime(6),
    last_chunk_at        datetime(6),
    erased_rows          bigint       NOT NULL DEFAULT 0
        COMMENT 'rows of the target that were deleted before they were copied again',
    PRIMARY KEY (source_id, dataset_id, run_id, relation),
    CONSTRAINT snapshot_table_progress_run FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS trellara.snapshot_handoff_events (
    id                   bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    relation             varchar(200) NOT NULL,
    watermark_lsn        longtext     NOT NULL,
    copied_rows          bigint       NOT NULL,
    completed_at         datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    checkpoint_id        bigint       NOT NULL,
    schema_fingerprint   varchar(200) NOT NULL,
    smallest_boundary    longtext     NOT NULL,
    largest_boundary     longtext     NOT NULL,
    content_digest       varchar(200),
    UNIQUE KEY snapshot_handoff_events_once (source_id, dataset_id, run_id, relation),
    CONSTRAINT snapshot_handoff_events_relation FOREIGN KEY (source_id, dataset_id, run_id, relation)
        REFERENCES trellara.snapshot_table_progress (source_id, dataset_id, run_id, relation)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS trellara.snapshot_waves (
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    wave                 integer      NOT NULL,
    floor                longtext     NOT NULL,
    boundary             longtext,
    opened_at            datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    closed_at            datetime(6),
    outcome              varchar(40),
    PRIMARY KEY (source_id, dataset_id, run_id, wave),
    CONSTRAINT snapshot_waves_run FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- lower_key and upper_key hold key values (JSON arrays of the server's text); they are the one place in the evidence
-- that does.
CREATE TABLE IF NOT EXISTS trellara.snapshot_chunks (
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    relation             varchar(200) NOT NULL,
    chunk                integer      NOT NULL,
    lower_key            longtext,
    upper_key            longtext,
    state                varchar(40)  NOT NULL,
    wave                 integer,
    first_floor          longtext,
    boundary             longtext,
    gate                 longtext,
    attempts             integer      NOT NULL DEFAULT 0,
    copied_rows          bigint       NOT NULL DEFAULT 0,
    bytes                bigint       NOT NULL DEFAULT 0,
    digest               varchar(200),
    checkpoint_id        bigint,
    updated_at           datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    PRIMARY KEY (source_id, dataset_id, run_id, relation, chunk),
    CONSTRAINT snapshot_chunks_relation FOREIGN KEY (source_id, dataset_id, run_id, relation)
        REFERENCES trellara.snapshot_table_progress (source_id, dataset_id, run_id, relation)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS trellara.run_transitions (
    id                   bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    from_state           varchar(40)  NOT NULL,
    to_state             varchar(40)  NOT NULL,
    at                   datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    fence                bigint       NOT NULL,
    reason               longtext,
    code                 varchar(100),
    KEY run_transitions_run (source_id, dataset_id, run_id, id),
    CONSTRAINT run_transitions_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Written by the command line, answered by the coordinator. Chunks are numbers, so no key is in here.
CREATE TABLE IF NOT EXISTS trellara.run_controls (
    id                   bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id            varchar(100) NOT NULL,
    dataset_id           varchar(100) NOT NULL,
    run_id               varchar(140) NOT NULL,
    kind                 varchar(40)  NOT NULL,
    relation             varchar(200),
    chunks               json COMMENT 'the chunks to copy again, an array of numbers; NULL: all of the relation',
    wave_rows            bigint,
    chunk_rows           bigint,
    rows_per_second      bigint COMMENT '0: no limit',
    requested_by         varchar(200) NOT NULL,
    requested_at         datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    state                varchar(40)  NOT NULL DEFAULT 'requested',
    child_run_id         varchar(140),
    code                 varchar(100),
    reason               longtext,
    answered_at          datetime(6),
    KEY run_controls_run (source_id, dataset_id, run_id, id),
    CONSTRAINT run_controls_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Checks and guards are triggers, each on insert and on update: servers before 8.0.16 ignore CHECK.
DELIMITER $$

DROP TRIGGER IF EXISTS trellara.snapshot_handoff_events_no_update$$
CREATE TRIGGER trellara.snapshot_handoff_events_no_update BEFORE UPDATE ON trellara.snapshot_handoff_events FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_handoff_events is append-only'$$
DROP TRIGGER IF EXISTS trellara.snapshot_handoff_events_no_delete$$
CREATE TRIGGER trellara.snapshot_handoff_events_no_delete BEFORE DELETE ON trellara.snapshot_handoff_events FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_handoff_events is append-only'$$

DROP TRIGGER IF EXISTS trellara.run_transitions_no_update$$
CREATE TRIGGER trellara.run_transitions_no_update BEFORE UPDATE ON trellara.run_transitions FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_transitions is append-only'$$
DROP TRIGGER IF EXISTS trellara.run_transitions_no_delete$$
CREATE TRIGGER trellara.run_transitions_no_delete BEFORE DELETE ON trellara.run_transitions FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_transitions is append-only'$$

DROP TRIGGER IF EXISTS trellara.run_controls_no_delete$$
CREATE TRIGGER trellara.run_controls_no_delete BEFORE DELETE ON trellara.run_controls FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_controls: a request is never taken back'$$

DROP TRIGGER IF EXISTS trellara.snapshot_runs_check$$
CREATE TRIGGER trellara.snapshot_runs_check BEFORE INSERT ON trellara.snapshot_runs FOR EACH ROW
    IF NEW.state NOT IN ('planned', 'slot_created', 'snapshot_exported', 'copying_table', 'copy_complete',
            'stream_handoff_ready', 'streaming', 'verified', 'failed_recoverable')
        OR (NEW.state <> 'planned' AND (NEW.slot_name IS NULL OR NEW.consistent_lsn IS NULL))
        OR (NEW.state = 'failed_recoverable' AND NEW.failure_reason IS NULL)
        OR (NEW.copied_rows <> 0 AND NEW.consistent_lsn IS NULL)
        OR NEW.kind NOT IN ('whole', 'recopy', 'refreshed', 'added')
        OR (NEW.kind = 'whole') <> (NEW.parent_run_id IS NULL)
        OR LEAST(NEW.copied_rows, NEW.forwarded_changes, NEW.suppressed_changes, NEW.replayed_changes) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_runs: a state or kind without what it needs, or a count below zero';
    END IF$$
DROP TRIGGER IF EXISTS trellara.snapshot_runs_guard$$
CREATE TRIGGER trellara.snapshot_runs_guard BEFORE UPDATE ON trellara.snapshot_runs FOR EACH ROW
BEGIN
    IF NOT ((NEW.source_id, NEW.dataset_id, NEW.run_id) <=> (OLD.source_id, OLD.dataset_id, OLD.run_id))
        OR NOT ((NEW.parent_run_id, NEW.kind) <=> (OLD.parent_run_id, OLD.kind))
        OR (OLD.slot_name IS NOT NULL AND NOT (NEW.slot_name <=> OLD.slot_name))
        OR (OLD.consistent_lsn IS NOT NULL AND NOT (NEW.consistent_lsn <=> OLD.consistent_lsn))
        OR NEW.copied_rows < OLD.copied_rows
        OR NEW.fence < OLD.fence
        OR NEW.revision < OLD.revision
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_runs: what never changes or never shrinks did';
    END IF;
    IF NEW.state NOT IN ('planned', 'slot_created', 'snapshot_exported', 'copying_table', 'copy_complete',
            'stream_handoff_ready', 'streaming', 'verified', 'failed_recoverable')
        OR (NEW.state <> 'planned' AND (NEW.slot_name IS NULL OR NEW.consistent_lsn IS NULL))
        OR (NEW.state = 'failed_recoverable' AND NEW.failure_reason IS NULL)
        OR (NEW.copied_rows <> 0 AND NEW.consistent_lsn IS NULL)
        OR NEW.kind NOT IN ('whole', 'recopy', 'refreshed', 'added')
        OR (NEW.kind = 'whole') <> (NEW.parent_run_id IS NULL)
        OR LEAST(NEW.copied_rows, NEW.forwarded_changes, NEW.suppressed_changes, NEW.replayed_changes) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_runs: a state or kind without what it needs, or a count below zero';
    END IF;
END$$

DROP TRIGGER IF EXISTS trellara.snapshot_table_progress_check$$
CREATE TRIGGER trellara.snapshot_table_progress_check BEFORE INSERT ON trellara.snapshot_table_progress FOR EACH ROW
    IF NEW.state NOT IN ('planned', 'copying', 'copied', 'retired')
        OR LEAST(NEW.copied_rows, NEW.bytes_copied, NEW.chunks_copied, NEW.erased_rows) < 0
        OR NEW.chunks_copied > NEW.chunks_total
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_table_progress: an unknown state, or counts that cannot be';
    END IF$$
DROP TRIGGER IF EXISTS trellara.snapshot_table_progress_guard$$
CREATE TRIGGER trellara.snapshot_table_progress_guard BEFORE UPDATE ON trellara.snapshot_table_progress FOR EACH ROW
BEGIN
    IF NEW.copied_rows < OLD.copied_rows
        OR NEW.erased_rows < OLD.erased_rows
        OR (OLD.watermark_lsn IS NOT NULL AND NOT (NEW.watermark_lsn <=> OLD.watermark_lsn))
        OR (OLD.state = 'retired' AND NEW.state <> 'retired')
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_table_progress: rows never shrink, the watermark never changes, retired is for good';
    END IF;
    IF NEW.state NOT IN ('planned', 'copying', 'copied', 'retired')
        OR LEAST(NEW.copied_rows, NEW.bytes_copied, NEW.chunks_copied, NEW.erased_rows) < 0
        OR NEW.chunks_copied > NEW.chunks_total
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_table_progress: an unknown state, or counts that cannot be';
    END IF;
END$$

DROP TRIGGER IF EXISTS trellara.snapshot_waves_check$$
CREATE TRIGGER trellara.snapshot_waves_check BEFORE INSERT ON trellara.snapshot_waves FOR EACH ROW
    IF NEW.wave < 0
        OR NEW.outcome NOT IN ('copied', 'lost')
        OR (NEW.closed_at IS NULL) <> (NEW.outcome IS NULL)
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_waves: closed without an outcome, or an unknown one';
    END IF$$
DROP TRIGGER IF EXISTS trellara.snapshot_waves_guard$$
CREATE TRIGGER trellara.snapshot_waves_guard BEFORE UPDATE ON trellara.snapshot_waves FOR EACH ROW
    IF NEW.wave < 0
        OR NEW.outcome NOT IN ('copied', 'lost')
        OR (NEW.closed_at IS NULL) <> (NEW.outcome IS NULL)
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_waves: closed without an outcome, or an unknown one';
    END IF$$

DROP TRIGGER IF EXISTS trellara.snapshot_chunks_check$$
CREATE TRIGGER trellara.snapshot_chunks_check BEFORE INSERT ON trellara.snapshot_chunks FOR EACH ROW
    IF NEW.chunk < 0
        OR NEW.state NOT IN ('planned', 'member', 'claimed', 'copied')
        OR (NEW.state <> 'planned' AND (NEW.wave IS NULL OR NEW.first_floor IS NULL))
        OR (NEW.state IN ('claimed', 'copied') AND (NEW.boundary IS NULL OR NEW.gate IS NULL OR NEW.attempts < 1))
        OR (NEW.state = 'copied') <> (NEW.checkpoint_id IS NOT NULL)
        OR LEAST(NEW.copied_rows, NEW.bytes, NEW.attempts) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_chunks: a state without what it needs, or a count below zero';
    END IF$$
DROP TRIGGER IF EXISTS trellara.snapshot_chunks_guard$$
CREATE TRIGGER trellara.snapshot_chunks_guard BEFORE UPDATE ON trellara.snapshot_chunks FOR EACH ROW
    IF NEW.chunk < 0
        OR NEW.state NOT IN ('planned', 'member', 'claimed', 'copied')
        OR (NEW.state <> 'planned' AND (NEW.wave IS NULL OR NEW.first_floor IS NULL))
        OR (NEW.state IN ('claimed', 'copied') AND (NEW.boundary IS NULL OR NEW.gate IS NULL OR NEW.attempts < 1))
        OR (NEW.state = 'copied') <> (NEW.checkpoint_id IS NOT NULL)
        OR LEAST(NEW.copied_rows, NEW.bytes, NEW.attempts) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'snapshot_chunks: a state without what it needs, or a count below zero';
    END IF$$

DROP TRIGGER IF EXISTS trellara.run_controls_check$$
CREATE TRIGGER trellara.run_controls_check BEFORE INSERT ON trellara.run_controls FOR EACH ROW
    IF NEW.kind NOT IN ('recopy', 'refresh', 'add', 'remove', 'pause', 'resume_copy', 'tune')
        OR (NEW.kind IN ('recopy', 'refresh', 'add', 'remove')) <> (NEW.relation IS NOT NULL)
        OR NEW.state NOT IN ('requested', 'taken', 'done', 'refused')
        OR (NEW.state = 'refused' AND NEW.reason IS NULL)
        OR NEW.wave_rows <= 0 OR NEW.chunk_rows <= 0 OR NEW.rows_per_second < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_controls: a request or an answer without what it needs';
    END IF$$
DROP TRIGGER IF EXISTS trellara.run_controls_guard$$
CREATE TRIGGER trellara.run_controls_guard BEFORE UPDATE ON trellara.run_controls FOR EACH ROW
BEGIN
    IF NOT ((NEW.id, NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.kind, NEW.relation, NEW.wave_rows, NEW.chunk_rows,
            NEW.rows_per_second, NEW.requested_by, NEW.requested_at)
            <=> (OLD.id, OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.kind, OLD.relation, OLD.wave_rows, OLD.chunk_rows,
            OLD.rows_per_second, OLD.requested_by, OLD.requested_at))
        OR NOT (CAST(NEW.chunks AS char) <=> CAST(OLD.chunks AS char))
        OR OLD.state IN ('done', 'refused')
        OR (OLD.state = 'taken' AND NEW.state = 'requested')
        OR (OLD.child_run_id IS NOT NULL AND NOT (NEW.child_run_id <=> OLD.child_run_id))
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_controls: a request never changes, and an answer never goes back';
    END IF;
    IF NEW.kind NOT IN ('recopy', 'refresh', 'add', 'remove', 'pause', 'resume_copy', 'tune')
        OR (NEW.kind IN ('recopy', 'refresh', 'add', 'remove')) <> (NEW.relation IS NOT NULL)
        OR NEW.state NOT IN ('requested', 'taken', 'done', 'refused')
        OR (NEW.state = 'refused' AND NEW.reason IS NULL)
        OR NEW.wave_rows <= 0 OR NEW.chunk_rows <= 0 OR NEW.rows_per_second < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'run_controls: a request or an answer without what it needs';
    END IF;
END$$

DELIMITER ;
