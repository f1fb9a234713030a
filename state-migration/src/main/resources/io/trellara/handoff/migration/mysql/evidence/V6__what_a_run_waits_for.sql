-- What a run waits for, and since when: one row for each kind of wait that it has ever had, written by its coordinator. Nothing
-- that a run does goes by these rows. Sessions and transactions by their numbers only: no statement and no value is in here.
-- The table is that of PostgreSQL at version 6, column for column. Every statement may be run again.

CREATE TABLE IF NOT EXISTS trellara.run_waits (
    source_id      varchar(100) NOT NULL,
    dataset_id     varchar(100) NOT NULL,
    run_id         varchar(140) NOT NULL,
    kind           varchar(40)  NOT NULL,
    since          datetime(6)  NOT NULL COMMENT 'when the present wait began, or the last one',
    seen_at        datetime(6)  NOT NULL COMMENT 'when it was seen last: a coordinator that is killed ends no wait',
    ended_at       datetime(6) COMMENT 'NULL: not yet',
    fence          bigint       NOT NULL,
    what           longtext     NOT NULL,
    session_id     bigint
        COMMENT 'who holds what is waited for: pid (PostgreSQL) or connection id (MySQL); NULL: nobody that could be named',
    transaction_id varchar(100) COMMENT 'the transaction that is waited for: xid (PostgreSQL) or trx_id (MySQL)',
    held_since     datetime(6) COMMENT 'since when that transaction is open',
    waits          bigint       NOT NULL DEFAULT 1 COMMENT 'how many of this kind there were, this one included',
    waited_millis  bigint       NOT NULL DEFAULT 0 COMMENT 'how long those that have ended took, all together',
    PRIMARY KEY (source_id, dataset_id, run_id, kind),
    CONSTRAINT run_waits_of FOREIGN KEY (source_id, dataset_id, run_id)
        REFERENCES trellara.snapshot_runs (source_id, dataset_id, run_id)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
