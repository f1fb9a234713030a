-- The evidence of runs. Log positions are text, as users of these tables know them.
-- Every guard is ENABLE ALWAYS: neither the owner nor session_replication_role passes it.

CREATE TABLE trellara.snapshot_runs (
    source_id            text        NOT NULL,
    dataset_id           text        NOT NULL,
    run_id               text        NOT NULL,
    state                text        NOT NULL,
    slot_name            text,
    consistent_lsn       text,
    current_relation     text,
    copied_rows          bigint      NOT NULL DEFAULT 0,
    failure_reason       text,
    started_at           timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now(),
    fence                bigint      NOT NULL DEFAULT 0,
    revision             bigint      NOT NULL DEFAULT 0,
    schedule             text        NOT NULL,
    source_kind          text        NOT NULL,
    source_identity      text,
    failure_code         text,
    stream_position      text,
    stream_checkpoint_id bigint,
    last_sink_halt       bigint      NOT NULL DEFAULT 0,
    lanes                integer,
    forwarded_changes    bigint      NOT NULL DEFAULT 0,
    suppressed_changes   bigint      NOT NULL DEFAULT 0,
    replayed_changes     bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (source_id, dataset_id, run_id),
    CONSTRAINT snapshot_runs_state CHECK (state IN ('planned', 'slot_created', 'snapshot_exported', 'copying_table',
        'copy_complete', 'stream_handoff_ready', 'streaming', 'verified', 'failed_recoverable')),
    CONSTRAINT snapshot_runs_bound CHECK (state = 'planned' OR (slot_name IS NOT NULL AND consistent_lsn IS NOT NULL)),
    CONSTRAINT snapshot_runs_reason CHECK (state <> 'failed_recoverable' OR failure_reason IS NOT NULL),
    CONSTRAINT snapshot_runs_boundary_first CHECK (copied_rows = 0 OR consistent_lsn IS NOT NULL),
    CONSTRAINT snapshot_runs_counts CHECK (copied_rows >= 0 AND forwarded_changes >= 0 AND suppressed_changes >= 0
        AND replayed_changes >= 0)
);
COMMENT ON COLUMN trellara.snapshot_runs.consistent_lsn IS 'the boundary of the run: half-open, commits strictly below it';
COMMENT ON COLUMN trellara.snapshot_runs.fence IS 'grows with each coordinator; a write with an older one changes nothing';
COMMENT ON COLUMN trellara.snapshot_runs.last_sink_halt IS 'newest row of halts that has become a halt of the run';
COMMENT ON COLUMN trellara.snapshot_runs.lanes IS 'never changes: ledgers are kept by lane';
COMMENT ON COLUMN trellara.snapshot_runs.revision IS
    'grows with each write: a writer that lost the answer to its commit learns from it what happened';

CREATE TABLE trellara.snapshot_table_progress (
    source_id          text        NOT NULL,
    dataset_id         text        NOT NULL,
    run_id             text        NOT NULL,
    relation           text        NOT NULL,
    state              text        NOT NULL,
    copied_rows        bigint      NOT NULL DEFAULT 0,
    watermark_lsn      text,
    updated_at         timestamptz NOT NULL DEFAULT now(),
    chunks_total       integer     NOT NULL,
    chunks_copied      integer     NOT NULL DEFAULT 0,
    bytes_copied       bigint      NOT NULL DEFAULT 0,
    schema_fingerprint text        NOT NULL,
    schema_columns     jsonb       NOT NULL,
    key_columns        text        NOT NULL,
    first_chunk_at     timestamptz,
    last_chunk_at      timestamptz,
    PRIMARY KEY (source_id, dataset_id, run_id, relation),
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs,
    CONSTRAINT snapshot_table_progress_state CHECK (state IN ('planned', 'copying', 'copied')),
    CONSTRAINT snapshot_table_progress_counts CHECK (
        copied_rows >= 0 AND bytes_copied >= 0 AND chunks_copied BETWEEN 0 AND chunks_total)
);
COMMENT ON COLUMN trellara.snapshot_table_progress.schema_columns IS
    'the contract in attribute order: [{position, name, type, oid, nullable, order, key}]; key is the place in the key, from 0';

CREATE TABLE trellara.snapshot_handoff_events (
    id                 bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id          text        NOT NULL,
    dataset_id         text        NOT NULL,
    run_id             text        NOT NULL,
    relation           text        NOT NULL,
    watermark_lsn      text        NOT NULL,
    copied_rows        bigint      NOT NULL,
    completed_at       timestamptz NOT NULL DEFAULT now(),
    checkpoint_id      bigint      NOT NULL,
    schema_fingerprint text        NOT NULL,
    smallest_boundary  text        NOT NULL,
    largest_boundary   text        NOT NULL,
    content_digest     text,
    CONSTRAINT snapshot_handoff_events_once UNIQUE (source_id, dataset_id, run_id, relation),
    FOREIGN KEY (source_id, dataset_id, run_id, relation) REFERENCES trellara.snapshot_table_progress
);

CREATE TABLE trellara.snapshot_waves (
    source_id  text        NOT NULL,
    dataset_id text        NOT NULL,
    run_id     text        NOT NULL,
    wave       integer     NOT NULL CHECK (wave >= 0),
    floor      text        NOT NULL,
    boundary   text,
    opened_at  timestamptz NOT NULL DEFAULT now(),
    closed_at  timestamptz,
    outcome    text,
    PRIMARY KEY (source_id, dataset_id, run_id, wave),
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs,
    CONSTRAINT snapshot_waves_outcome CHECK (outcome IN ('copied', 'lost')),
    CONSTRAINT snapshot_waves_closed CHECK ((closed_at IS NULL) = (outcome IS NULL))
);

-- lower_key and upper_key hold key values (JSON arrays of the server's text); they are the one place in the evidence
-- that does.
CREATE TABLE trellara.snapshot_chunks (
    source_id     text        NOT NULL,
    dataset_id    text        NOT NULL,
    run_id        text        NOT NULL,
    relation      text        NOT NULL,
    chunk         integer     NOT NULL CHECK (chunk >= 0),
    lower_key     text,
    upper_key     text,
    state         text        NOT NULL,
    wave          integer,
    first_floor   text,
    boundary      text,
    gate          text,
    attempts      integer     NOT NULL DEFAULT 0,
    copied_rows   bigint      NOT NULL DEFAULT 0,
    bytes         bigint      NOT NULL DEFAULT 0,
    digest        text,
    checkpoint_id bigint,
    updated_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source_id, dataset_id, run_id, relation, chunk),
    FOREIGN KEY (source_id, dataset_id, run_id, relation) REFERENCES trellara.snapshot_table_progress,
    CONSTRAINT snapshot_chunks_state CHECK (state IN ('planned', 'member', 'claimed', 'copied')),
    CONSTRAINT snapshot_chunks_member CHECK (state = 'planned' OR (wave IS NOT NULL AND first_floor IS NOT NULL)),
    CONSTRAINT snapshot_chunks_claimed CHECK (
        state NOT IN ('claimed', 'copied') OR (boundary IS NOT NULL AND gate IS NOT NULL AND attempts >= 1)),
    CONSTRAINT snapshot_chunks_durable CHECK ((state = 'copied') = (checkpoint_id IS NOT NULL)),
    CONSTRAINT snapshot_chunks_counts CHECK (copied_rows >= 0 AND bytes >= 0 AND attempts >= 0)
) WITH (fillfactor = 80);

CREATE TABLE trellara.run_transitions (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id  text        NOT NULL,
    dataset_id text        NOT NULL,
    run_id     text        NOT NULL,
    from_state text        NOT NULL,
    to_state   text        NOT NULL,
    at         timestamptz NOT NULL DEFAULT now(),
    fence      bigint      NOT NULL,
    reason     text,
    code       text,
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs
);
CREATE INDEX run_transitions_run ON trellara.run_transitions (source_id, dataset_id, run_id, id);

CREATE FUNCTION trellara.evidence_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trellara.snapshot_handoff_events
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.snapshot_handoff_events ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trellara.run_transitions
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.run_transitions ENABLE ALWAYS TRIGGER append_only;

CREATE FUNCTION trellara.evidence_run_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.source_id, NEW.dataset_id, NEW.run_id) IS DISTINCT FROM (OLD.source_id, OLD.dataset_id, OLD.run_id)
        OR (OLD.slot_name IS NOT NULL AND NEW.slot_name IS DISTINCT FROM OLD.slot_name)
        OR (OLD.consistent_lsn IS NOT NULL AND NEW.consistent_lsn IS DISTINCT FROM OLD.consistent_lsn)
        OR NEW.copied_rows < OLD.copied_rows
        OR NEW.fence < OLD.fence
        OR NEW.revision < OLD.revision
    THEN
        RAISE EXCEPTION 'snapshot_runs: key, slot_name and consistent_lsn never change; copied_rows, fence and revision never shrink'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER run_guard BEFORE UPDATE ON trellara.snapshot_runs
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_run_guard();
ALTER TABLE trellara.snapshot_runs ENABLE ALWAYS TRIGGER run_guard;

CREATE FUNCTION trellara.evidence_progress_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.copied_rows < OLD.copied_rows
        OR (OLD.watermark_lsn IS NOT NULL AND NEW.watermark_lsn IS DISTINCT FROM OLD.watermark_lsn)
    THEN
        RAISE EXCEPTION 'snapshot_table_progress: copied_rows never shrinks, watermark_lsn never changes'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER progress_guard BEFORE UPDATE ON trellara.snapshot_table_progress
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_progress_guard();
ALTER TABLE trellara.snapshot_table_progress ENABLE ALWAYS TRIGGER progress_guard;
