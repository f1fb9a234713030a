-- Relations that come into a run, leave it, or are taken over with a new contract.

-- retired: the rows stay as they are, and another run within the run carries the relation, or none does any more.
ALTER TABLE trellara.snapshot_table_progress
    DROP CONSTRAINT snapshot_table_progress_state,
    ADD CONSTRAINT snapshot_table_progress_state CHECK (state IN ('planned', 'copying', 'copied', 'retired'));
COMMENT ON COLUMN trellara.snapshot_table_progress.state IS
    'retired: a later run within the run carries the relation, or it has left the dataset (run_controls says which)';

CREATE OR REPLACE FUNCTION trellara.evidence_progress_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.copied_rows < OLD.copied_rows
        OR NEW.erased_rows < OLD.erased_rows
        OR (OLD.watermark_lsn IS NOT NULL AND NEW.watermark_lsn IS DISTINCT FROM OLD.watermark_lsn)
        OR (OLD.state = 'retired' AND NEW.state <> 'retired')
    THEN
        RAISE EXCEPTION 'snapshot_table_progress: copied_rows and erased_rows never shrink, watermark_lsn never changes, and retired is for good'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- Nothing is copied where a relation leaves: that is a request with its answer, and no run.
ALTER TABLE trellara.snapshot_runs
    DROP CONSTRAINT snapshot_runs_kind,
    ADD CONSTRAINT snapshot_runs_kind CHECK (kind IN ('whole', 'recopy', 'refreshed', 'added'));

ALTER TABLE trellara.run_controls
    DROP CONSTRAINT run_controls_kind,
    DROP CONSTRAINT run_controls_relation,
    ADD CONSTRAINT run_controls_kind
        CHECK (kind IN ('recopy', 'refresh', 'add', 'remove', 'pause', 'resume_copy', 'tune')),
    ADD CONSTRAINT run_controls_relation
        CHECK ((kind IN ('recopy', 'refresh', 'add', 'remove')) = (relation IS NOT NULL));
