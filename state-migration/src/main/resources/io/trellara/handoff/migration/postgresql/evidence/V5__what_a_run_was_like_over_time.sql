-- What a run was like over time, for those who look at it afterwards: nothing that a run does goes by these rows.

CREATE TABLE trellara.run_samples (
    id                    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id             text        NOT NULL,
    dataset_id            text        NOT NULL,
    run_id                text        NOT NULL,
    at                    timestamptz NOT NULL DEFAULT now(),
    fence                 bigint      NOT NULL,
    state                 text        NOT NULL,
    copied_rows           bigint      NOT NULL,
    bytes_copied          bigint      NOT NULL,
    forwarded_changes     bigint      NOT NULL,
    suppressed_changes    bigint      NOT NULL,
    replayed_changes      bigint      NOT NULL,
    stream_position       text,
    lag_bytes             bigint,
    lag_millis            bigint,
    retained_bytes        bigint,
    retained_limit_bytes  bigint,
    retained_limit_millis bigint,
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs
);
CREATE INDEX run_samples_run ON trellara.run_samples (source_id, dataset_id, run_id, id);
COMMENT ON COLUMN trellara.run_samples.lag_bytes IS
    'log between the run''s durable position and the end of the source''s log; NULL: the source could not be asked';
COMMENT ON COLUMN trellara.run_samples.lag_millis IS
    'for how long at least the source''s log has gone beyond the run''s durable position';
COMMENT ON COLUMN trellara.run_samples.retained_bytes IS
    'log that the source keeps from the run on: behind its slot, or in the files from its position on';
COMMENT ON COLUMN trellara.run_samples.retained_limit_bytes IS 'where the source gives the run up; NULL: it has no such limit';
COMMENT ON COLUMN trellara.run_samples.retained_limit_millis IS 'age at which the source removes its log; NULL: it goes by no age';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trellara.run_samples
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.run_samples ENABLE ALWAYS TRIGGER append_only;

-- NULL for chunks of runs that began before.
ALTER TABLE trellara.snapshot_chunks
    ADD COLUMN reader     integer,
    ADD COLUMN claimed_at timestamptz,
    ADD COLUMN copied_at  timestamptz;
COMMENT ON COLUMN trellara.snapshot_chunks.reader IS 'number of the reader (subtask) that claimed it last';
COMMENT ON COLUMN trellara.snapshot_chunks.claimed_at IS 'of its last claim';
COMMENT ON COLUMN trellara.snapshot_chunks.copied_at IS 'when a completed checkpoint that holds it was recorded';
