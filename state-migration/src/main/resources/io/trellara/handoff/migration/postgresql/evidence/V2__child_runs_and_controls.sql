-- Runs within a run (a relation or range copied again, a relation added or removed), and what operators ask of a run.

ALTER TABLE trellara.snapshot_runs
    ADD COLUMN parent_run_id text,
    ADD COLUMN kind          text NOT NULL DEFAULT 'whole',
    ADD CONSTRAINT snapshot_runs_parent FOREIGN KEY (source_id, dataset_id, parent_run_id)
        REFERENCES trellara.snapshot_runs,
    ADD CONSTRAINT snapshot_runs_kind CHECK (kind IN ('whole', 'recopy', 'refreshed', 'added', 'removed')),
    ADD CONSTRAINT snapshot_runs_child CHECK ((kind = 'whole') = (parent_run_id IS NULL));
CREATE INDEX snapshot_runs_children ON trellara.snapshot_runs (source_id, dataset_id, parent_run_id)
    WHERE parent_run_id IS NOT NULL;
COMMENT ON COLUMN trellara.snapshot_runs.parent_run_id IS
    'the run whose stream this one rides on; its own counters, transitions and events are in rows of its own';

ALTER TABLE trellara.snapshot_table_progress
    ADD COLUMN erased_rows bigint NOT NULL DEFAULT 0 CHECK (erased_rows >= 0);
COMMENT ON COLUMN trellara.snapshot_table_progress.erased_rows IS
    'rows of the target that were deleted before they were copied again';

-- Written by the command line, answered by the coordinator. Chunks are numbers, so no key is in here.
CREATE TABLE trellara.run_controls (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id       text        NOT NULL,
    dataset_id      text        NOT NULL,
    run_id          text        NOT NULL,
    kind            text        NOT NULL,
    relation        text,
    chunks          integer[],
    wave_rows       bigint      CHECK (wave_rows > 0),
    chunk_rows      bigint      CHECK (chunk_rows > 0),
    rows_per_second bigint      CHECK (rows_per_second >= 0),
    requested_by    text        NOT NULL,
    requested_at    timestamptz NOT NULL DEFAULT now(),
    state           text        NOT NULL DEFAULT 'requested',
    child_run_id    text,
    code            text,
    reason          text,
    answered_at     timestamptz,
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs,
    CONSTRAINT run_controls_kind CHECK (kind IN ('recopy', 'refresh', 'pause', 'resume_copy', 'tune')),
    CONSTRAINT run_controls_relation CHECK ((kind IN ('recopy', 'refresh')) = (relation IS NOT NULL)),
    CONSTRAINT run_controls_state CHECK (state IN ('requested', 'taken', 'done', 'refused')),
    CONSTRAINT run_controls_refused CHECK (state <> 'refused' OR reason IS NOT NULL)
);
CREATE INDEX run_controls_run ON trellara.run_controls (source_id, dataset_id, run_id, id);
COMMENT ON COLUMN trellara.run_controls.chunks IS 'the chunks to copy again; NULL: all of the relation';
COMMENT ON COLUMN trellara.run_controls.rows_per_second IS '0: no limit';

-- A request never changes and is never taken back; its answer only goes on.
CREATE FUNCTION trellara.evidence_control_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.kind, NEW.relation, NEW.chunks, NEW.wave_rows,
            NEW.chunk_rows, NEW.rows_per_second, NEW.requested_by, NEW.requested_at)
        IS DISTINCT FROM (OLD.id, OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.kind, OLD.relation, OLD.chunks,
            OLD.wave_rows, OLD.chunk_rows, OLD.rows_per_second, OLD.requested_by, OLD.requested_at)
        OR OLD.state IN ('done', 'refused')
        OR (OLD.state = 'taken' AND NEW.state = 'requested')
        OR (OLD.child_run_id IS NOT NULL AND NEW.child_run_id IS DISTINCT FROM OLD.child_run_id)
    THEN
        RAISE EXCEPTION 'run_controls: a request never changes, and an answer never goes back'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER control_guard BEFORE UPDATE ON trellara.run_controls
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_control_guard();
ALTER TABLE trellara.run_controls ENABLE ALWAYS TRIGGER control_guard;

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON trellara.run_controls
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.run_controls ENABLE ALWAYS TRIGGER append_only;

CREATE OR REPLACE FUNCTION trellara.evidence_run_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.source_id, NEW.dataset_id, NEW.run_id) IS DISTINCT FROM (OLD.source_id, OLD.dataset_id, OLD.run_id)
        OR (NEW.parent_run_id, NEW.kind) IS DISTINCT FROM (OLD.parent_run_id, OLD.kind)
        OR (OLD.slot_name IS NOT NULL AND NEW.slot_name IS DISTINCT FROM OLD.slot_name)
        OR (OLD.consistent_lsn IS NOT NULL AND NEW.consistent_lsn IS DISTINCT FROM OLD.consistent_lsn)
        OR NEW.copied_rows < OLD.copied_rows
        OR NEW.fence < OLD.fence
        OR NEW.revision < OLD.revision
    THEN
        RAISE EXCEPTION 'snapshot_runs: key, parent, slot_name and consistent_lsn never change; copied_rows, fence and revision never shrink'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION trellara.evidence_progress_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.copied_rows < OLD.copied_rows
        OR NEW.erased_rows < OLD.erased_rows
        OR (OLD.watermark_lsn IS NOT NULL AND NEW.watermark_lsn IS DISTINCT FROM OLD.watermark_lsn)
    THEN
        RAISE EXCEPTION 'snapshot_table_progress: copied_rows and erased_rows never shrink, watermark_lsn never changes'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
