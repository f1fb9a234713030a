-- What the sinks write in the transactions that apply the rows; always on the target's server.
-- DDL of MySQL is not transactional: every statement may be run again after a migration that broke off.
-- Keys are names without spaces around them, so that it does not matter that utf8mb4_bin pads.

CREATE TABLE IF NOT EXISTS trellara.sink_generation (
    source_id  varchar(100) NOT NULL,
    dataset_id varchar(100) NOT NULL,
    run_id     varchar(140) NOT NULL,
    generation bigint       NOT NULL,
    updated_at datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    PRIMARY KEY (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
    COMMENT = 'raised by the coordinator; a target transaction holds its row FOR SHARE and requires its own generation in it';

CREATE TABLE IF NOT EXISTS trellara.sink_ledger (
    source_id  varchar(100) NOT NULL,
    dataset_id varchar(100) NOT NULL,
    run_id     varchar(140) NOT NULL,
    lane       integer      NOT NULL,
    position   longtext     NOT NULL,
    ordinal    bigint       NOT NULL,
    checkpoint longtext,
    updated_at datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    PRIMARY KEY (source_id, dataset_id, run_id, lane)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
    COMMENT = 'per lane: every change up to (position, ordinal) is applied; a mark alone has ordinal -1';

CREATE TABLE IF NOT EXISTS trellara.sink_applied (
    source_id  varchar(100) NOT NULL,
    dataset_id varchar(100) NOT NULL,
    run_id     varchar(140) NOT NULL,
    relation   varchar(200) NOT NULL,
    chunk      integer      NOT NULL,
    attempt    integer      NOT NULL,
    `rows`     bigint       NOT NULL,
    PRIMARY KEY (source_id, dataset_id, run_id, relation, chunk, attempt)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
    COMMENT = 'rows of a copied chunk that were applied, by attempt';

CREATE TABLE IF NOT EXISTS trellara.halts (
    id         bigint       NOT NULL AUTO_INCREMENT PRIMARY KEY,
    source_id  varchar(100) NOT NULL,
    dataset_id varchar(100) NOT NULL,
    run_id     varchar(140) NOT NULL,
    code       varchar(100) NOT NULL,
    reason     longtext     NOT NULL,
    at         datetime(6)  NOT NULL DEFAULT (utc_timestamp(6)),
    KEY halts_run (source_id, dataset_id, run_id, id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
    COMMENT = 'append-only: what a sink could not report otherwise';

-- Checks are triggers: servers before 8.0.16 ignore CHECK.
DELIMITER $$

DROP TRIGGER IF EXISTS trellara.halts_no_update$$
CREATE TRIGGER trellara.halts_no_update BEFORE UPDATE ON trellara.halts FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'halts is append-only'$$
DROP TRIGGER IF EXISTS trellara.halts_no_delete$$
CREATE TRIGGER trellara.halts_no_delete BEFORE DELETE ON trellara.halts FOR EACH ROW
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'halts is append-only'$$

DROP TRIGGER IF EXISTS trellara.sink_generation_guard$$
CREATE TRIGGER trellara.sink_generation_guard BEFORE UPDATE ON trellara.sink_generation FOR EACH ROW
    IF NEW.generation < OLD.generation THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'sink_generation: generation never shrinks';
    END IF$$

DROP TRIGGER IF EXISTS trellara.sink_ledger_check$$
CREATE TRIGGER trellara.sink_ledger_check BEFORE INSERT ON trellara.sink_ledger FOR EACH ROW
    IF NEW.lane < 0 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'sink_ledger: no such lane';
    END IF$$

DROP TRIGGER IF EXISTS trellara.sink_applied_check$$
CREATE TRIGGER trellara.sink_applied_check BEFORE INSERT ON trellara.sink_applied FOR EACH ROW
    IF NEW.`rows` < 0 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'sink_applied: rows below zero';
    END IF$$
DROP TRIGGER IF EXISTS trellara.sink_applied_guard$$
CREATE TRIGGER trellara.sink_applied_guard BEFORE UPDATE ON trellara.sink_applied FOR EACH ROW
    IF NEW.`rows` < 0 THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'sink_applied: rows below zero';
    END IF$$

DELIMITER ;
