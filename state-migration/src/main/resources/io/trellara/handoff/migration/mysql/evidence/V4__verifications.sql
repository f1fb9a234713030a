-- What verifications of a run have found. A row of verification_runs is written when one begins and concluded once; those
-- of its relations come with the conclusion. No key and no value is in here: chunks are numbers.
-- The tables are those of PostgreSQL at version 4, column for column. Every statement may be run again.

CREATE TABLE IF NOT EXISTS trellara.verification_runs (
    id              bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id       varchar(100) NOT NULL,
    dataset_id      varchar(100) NOT NULL,
    run_id          varchar(140) NOT NULL,
    mode            varchar(40)  NOT NULL,
    verdict         varchar(40)  NOT NULL DEFAULT 'running'
        COMMENT 'running until it is concluded; where the verifier was killed, for ever',
    boundary        longtext COMMENT 'of its last round''s view',
    until_position  longtext COMMENT 'keys that the source changed up to here were set aside',
    rounds          integer      NOT NULL DEFAULT 0,
    compared_rows   bigint       NOT NULL DEFAULT 0,
    hot_keys        bigint       NOT NULL DEFAULT 0 COMMENT 'keys that were changed in every round, and stayed undecided',
    reason          longtext,
    requested_by    varchar(200) NOT NULL,
    started_at      datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    finished_at     datetime(6),
    evidence_sha256 varchar(64) COMMENT 'over this row and those of its relations, as VerificationDigest says',
    KEY verification_runs_run (source_id, dataset_id, run_id, id),
    CONSTRAINT verification_runs_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS trellara.verification_tables (
    verification_id  bigint       NOT NULL,
    relation         varchar(200) NOT NULL,
    form             varchar(200) NOT NULL COMMENT 'the canonical row form that the digests are of',
    source_rows      bigint       NOT NULL,
    target_rows      bigint       NOT NULL,
    chunks           integer      NOT NULL,
    missing          bigint       NOT NULL,
    extra            bigint       NOT NULL,
    different        bigint       NOT NULL,
    set_aside        bigint       NOT NULL,
    source_digest    varchar(200) NOT NULL,
    target_digest    varchar(200) NOT NULL,
    divergent_chunks json         NOT NULL
        COMMENT 'numbers of the chunks, in force at that time, that the differences lie in',
    PRIMARY KEY (verification_id, relation),
    CONSTRAINT verification_tables_of FOREIGN KEY (verification_id) REFERENCES trellara.verification_runs (id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Checks and guards are triggers, each on insert and on update: servers before 8.0.16 ignore CHECK.
DELIMITER $$

DROP TRIGGER IF EXISTS trellara.verification_runs_check$$
CREATE TRIGGER trellara.verification_runs_check BEFORE INSERT ON trellara.verification_runs FOR EACH ROW
    IF NEW.mode NOT IN ('full', 'incremental')
        OR NEW.verdict NOT IN ('running', 'verified', 'diverged', 'inconclusive', 'failed')
        OR (NEW.verdict <> 'running' AND (NEW.finished_at IS NULL OR NEW.evidence_sha256 IS NULL))
        OR (NEW.verdict IN ('verified', 'diverged') AND NEW.boundary IS NULL)
        OR (NEW.verdict = 'verified' AND NEW.hot_keys <> 0)
        OR LEAST(NEW.rounds, NEW.compared_rows, NEW.hot_keys) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs: a verdict without what it needs, or a count below zero';
    END IF$$
DROP TRIGGER IF EXISTS trellara.verification_runs_guard$$
CREATE TRIGGER trellara.verification_runs_guard BEFORE UPDATE ON trellara.verification_runs FOR EACH ROW
BEGIN
    IF OLD.verdict <> 'running'
        OR NOT ((NEW.id, NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.mode, NEW.requested_by, NEW.started_at)
            <=> (OLD.id, OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.mode, OLD.requested_by, OLD.started_at))
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs: what was verified never changes, and a conclusion is for good';
    END IF;
    IF NEW.mode NOT IN ('full', 'incremental')
        OR NEW.verdict NOT IN ('running', 'verified', 'diverged', 'inconclusive', 'failed')
        OR (NEW.verdict <> 'running' AND (NEW.finished_at IS NULL OR NEW.evidence_sha256 IS NULL))
        OR (NEW.verdict IN ('verified', 'diverged') AND NEW.boundary IS NULL)
        OR (NEW.verdict = 'verified' AND NEW.hot_keys <> 0)
        OR LEAST(NEW.rounds, NEW.compared_rows, NEW.hot_keys) < 0
    THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs: a verdict without what it needs, or a count below zero';
    END IF;
END$$
DROP TRIGGER IF EXISTS trellara.verification_runs_no_delete$$
CREATE TRIGGER trellara.verification_runs_no_delete BEFORE DELETE ON trellara.verification_runs FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_runs is append-only'$$

-- Nothing is added to a conclusion; the lock waits for one that is under way.
DROP TRIGGER IF EXISTS trellara.verification_tables_check$$
CREATE TRIGGER trellara.verification_tables_check BEFORE INSERT ON trellara.verification_tables FOR EACH ROW
BEGIN
    DECLARE present varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
    SELECT v.verdict INTO present FROM trellara.verification_runs v WHERE v.id = NEW.verification_id FOR SHARE;
    IF NOT (present <=> 'running') THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_tables: its verification is concluded';
    END IF;
    IF LEAST(NEW.source_rows, NEW.target_rows, NEW.chunks, NEW.missing, NEW.extra, NEW.different, NEW.set_aside) < 0 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_tables: a count below zero';
    END IF;
END$$
DROP TRIGGER IF EXISTS trellara.verification_tables_no_update$$
CREATE TRIGGER trellara.verification_tables_no_update BEFORE UPDATE ON trellara.verification_tables FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_tables is append-only'$$
DROP TRIGGER IF EXISTS trellara.verification_tables_no_delete$$
CREATE TRIGGER trellara.verification_tables_no_delete BEFORE DELETE ON trellara.verification_tables FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'verification_tables is append-only'$$

DELIMITER ;
