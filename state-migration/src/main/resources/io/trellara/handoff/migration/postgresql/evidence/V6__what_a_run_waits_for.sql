-- What a run waits for, and since when: one row for each kind of wait that it has ever had, written by its coordinator. Nothing
-- that a run does goes by these rows. Sessions and transactions by their numbers only: no statement and no value is in here.

CREATE TABLE trellara.run_waits (
    source_id      text        NOT NULL,
    dataset_id     text        NOT NULL,
    run_id         text        NOT NULL,
    kind           text        NOT NULL,
    since          timestamptz NOT NULL,
    seen_at        timestamptz NOT NULL,
    ended_at       timestamptz,
    fence          bigint      NOT NULL,
    what           text        NOT NULL,
    session_id     bigint,
    transaction_id text,
    held_since     timestamptz,
    waits          bigint      NOT NULL DEFAULT 1 CHECK (waits > 0),
    waited_millis  bigint      NOT NULL DEFAULT 0 CHECK (waited_millis >= 0),
    PRIMARY KEY (source_id, dataset_id, run_id, kind),
    CHECK (since <= seen_at AND (ended_at IS NULL OR ended_at >= since)),
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs
);
COMMENT ON COLUMN trellara.run_waits.since IS 'when the present wait began, or the last one';
COMMENT ON COLUMN trellara.run_waits.seen_at IS 'when it was seen last: a coordinator that is killed ends no wait';
COMMENT ON COLUMN trellara.run_waits.ended_at IS 'NULL: not yet';
COMMENT ON COLUMN trellara.run_waits.session_id IS
    'who holds what is waited for: pid (PostgreSQL) or connection id (MySQL); NULL: nobody that could be named';
COMMENT ON COLUMN trellara.run_waits.transaction_id IS 'the transaction that is waited for: xid (PostgreSQL) or trx_id (MySQL)';
COMMENT ON COLUMN trellara.run_waits.held_since IS 'since when that transaction is open';
COMMENT ON COLUMN trellara.run_waits.waits IS 'how many of this kind there were, this one included';
COMMENT ON COLUMN trellara.run_waits.waited_millis IS 'how long those that have ended took, all together';
