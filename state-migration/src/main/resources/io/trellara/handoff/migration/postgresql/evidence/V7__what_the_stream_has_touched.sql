-- What the stream has seen changes of, so that a later verification need not read the rest. No key and no value is in
-- here: chunks are numbers. Written with the stream's position, in one transaction.

CREATE TABLE trellara.stream_windows (
    source_id     text        NOT NULL,
    dataset_id    text        NOT NULL,
    run_id        text        NOT NULL,
    window_no     bigint      NOT NULL,
    from_position text        NOT NULL,
    to_position   text        NOT NULL,
    opened_at     timestamptz NOT NULL DEFAULT now(),
    closed_at     timestamptz,
    PRIMARY KEY (source_id, dataset_id, run_id, window_no),
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs,
    CONSTRAINT stream_windows_number CHECK (window_no >= 1)
);
COMMENT ON TABLE trellara.stream_windows IS
    'parts of the log of which every touched chunk is noted; where one does not begin where the one before ends, the stream''s notes have a gap';

CREATE TABLE trellara.stream_touches (
    source_id  text    NOT NULL,
    dataset_id text    NOT NULL,
    run_id     text    NOT NULL,
    relation   text    NOT NULL,
    chunk_no   integer NOT NULL,
    window_no  bigint  NOT NULL,
    PRIMARY KEY (source_id, dataset_id, run_id, relation, chunk_no),
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs,
    CONSTRAINT stream_touches_chunk CHECK (chunk_no >= -1)
);
COMMENT ON COLUMN trellara.stream_touches.chunk_no IS '-1: all of the relation';
COMMENT ON COLUMN trellara.stream_touches.window_no IS 'the newest window in which it was touched';

-- A window only grows at its end until it is closed.
CREATE FUNCTION trellara.evidence_window_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.closed_at IS NOT NULL
        OR (NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.window_no, NEW.from_position, NEW.opened_at)
            IS DISTINCT FROM (OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.window_no, OLD.from_position, OLD.opened_at)
    THEN
        RAISE EXCEPTION 'stream_windows: a window only grows at its end until it is closed'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER window_guard BEFORE UPDATE ON trellara.stream_windows
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_window_guard();
ALTER TABLE trellara.stream_windows ENABLE ALWAYS TRIGGER window_guard;

CREATE FUNCTION trellara.evidence_touch_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.window_no < OLD.window_no
        OR (NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.relation, NEW.chunk_no)
            IS DISTINCT FROM (OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.relation, OLD.chunk_no)
    THEN
        RAISE EXCEPTION 'stream_touches: what was touched was not touched earlier instead'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER touch_guard BEFORE UPDATE ON trellara.stream_touches
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_touch_guard();
ALTER TABLE trellara.stream_touches ENABLE ALWAYS TRIGGER touch_guard;

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON trellara.stream_touches
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.stream_touches ENABLE ALWAYS TRIGGER append_only;

-- NULL and 0 for verifications that were made before.
ALTER TABLE trellara.verification_runs
    ADD COLUMN base_id         bigint REFERENCES trellara.verification_runs,
    ADD COLUMN since_position  text,
    ADD COLUMN compared_ranges integer NOT NULL DEFAULT 0,
    ADD COLUMN all_ranges      integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT verification_runs_base CHECK ((mode = 'incremental') = (base_id IS NOT NULL) AND coalesce(base_id < id, true)),
    ADD CONSTRAINT verification_runs_ranges CHECK (compared_ranges >= 0 AND all_ranges >= 0);
COMMENT ON COLUMN trellara.verification_runs.base_id IS
    'what the stream has not touched since that verification was not compared again';
COMMENT ON COLUMN trellara.verification_runs.since_position IS
    'a later verification that builds on this one compares what was touched after this';
COMMENT ON COLUMN trellara.verification_runs.all_ranges IS 'of its relations, compared or not';

CREATE OR REPLACE FUNCTION trellara.evidence_verification_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.verdict <> 'running'
        OR (NEW.id, NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.mode, NEW.requested_by, NEW.started_at, NEW.base_id)
            IS DISTINCT FROM (OLD.id, OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.mode, OLD.requested_by,
                OLD.started_at, OLD.base_id)
    THEN
        RAISE EXCEPTION 'verification_runs: what was verified never changes, and a conclusion is for good'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
