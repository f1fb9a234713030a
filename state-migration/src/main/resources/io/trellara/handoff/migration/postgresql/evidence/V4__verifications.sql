-- What verifications of a run have found. A row of verification_runs is written when one begins and concluded once; those
-- of its relations come with the conclusion. No key and no value is in here: chunks are numbers.

CREATE TABLE trellara.verification_runs (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id       text        NOT NULL,
    dataset_id      text        NOT NULL,
    run_id          text        NOT NULL,
    mode            text        NOT NULL,
    verdict         text        NOT NULL DEFAULT 'running',
    boundary        text,
    until_position  text,
    rounds          integer     NOT NULL DEFAULT 0,
    compared_rows   bigint      NOT NULL DEFAULT 0,
    hot_keys        bigint      NOT NULL DEFAULT 0,
    reason          text,
    requested_by    text        NOT NULL,
    started_at      timestamptz NOT NULL DEFAULT now(),
    finished_at     timestamptz,
    evidence_sha256 text,
    FOREIGN KEY (source_id, dataset_id, run_id) REFERENCES trellara.snapshot_runs,
    CONSTRAINT verification_runs_mode CHECK (mode IN ('full', 'incremental')),
    CONSTRAINT verification_runs_verdict
        CHECK (verdict IN ('running', 'verified', 'diverged', 'inconclusive', 'failed')),
    CONSTRAINT verification_runs_concluded
        CHECK (verdict = 'running' OR (finished_at IS NOT NULL AND evidence_sha256 IS NOT NULL)),
    CONSTRAINT verification_runs_bound CHECK (verdict NOT IN ('verified', 'diverged') OR boundary IS NOT NULL),
    CONSTRAINT verification_runs_verified CHECK (verdict <> 'verified' OR hot_keys = 0),
    CONSTRAINT verification_runs_counts CHECK (rounds >= 0 AND compared_rows >= 0 AND hot_keys >= 0)
);
CREATE INDEX verification_runs_run ON trellara.verification_runs (source_id, dataset_id, run_id, id);
COMMENT ON COLUMN trellara.verification_runs.verdict IS
    'running until it is concluded; where the verifier was killed, for ever';
COMMENT ON COLUMN trellara.verification_runs.boundary IS 'of its last round''s view';
COMMENT ON COLUMN trellara.verification_runs.until_position IS 'keys that the source changed up to here were set aside';
COMMENT ON COLUMN trellara.verification_runs.hot_keys IS 'keys that were changed in every round, and stayed undecided';
COMMENT ON COLUMN trellara.verification_runs.evidence_sha256 IS
    'over this row and those of its relations, as VerificationDigest says';

CREATE TABLE trellara.verification_tables (
    verification_id  bigint    NOT NULL REFERENCES trellara.verification_runs,
    relation         text      NOT NULL,
    form             text      NOT NULL,
    source_rows      bigint    NOT NULL,
    target_rows      bigint    NOT NULL,
    chunks           integer   NOT NULL,
    missing          bigint    NOT NULL,
    extra            bigint    NOT NULL,
    different        bigint    NOT NULL,
    set_aside        bigint    NOT NULL,
    source_digest    text      NOT NULL,
    target_digest    text      NOT NULL,
    divergent_chunks integer[] NOT NULL,
    PRIMARY KEY (verification_id, relation),
    CONSTRAINT verification_tables_counts CHECK (source_rows >= 0 AND target_rows >= 0 AND chunks >= 0
        AND missing >= 0 AND extra >= 0 AND different >= 0 AND set_aside >= 0)
);
COMMENT ON COLUMN trellara.verification_tables.form IS 'the canonical row form that the digests are of';
COMMENT ON COLUMN trellara.verification_tables.divergent_chunks IS
    'numbers of the chunks, in force at that time, that the differences lie in';

-- What has begun is the same verification for ever; what is concluded never changes.
CREATE FUNCTION trellara.evidence_verification_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.verdict <> 'running'
        OR (NEW.id, NEW.source_id, NEW.dataset_id, NEW.run_id, NEW.mode, NEW.requested_by, NEW.started_at)
            IS DISTINCT FROM (OLD.id, OLD.source_id, OLD.dataset_id, OLD.run_id, OLD.mode, OLD.requested_by,
                OLD.started_at)
    THEN
        RAISE EXCEPTION 'verification_runs: what was verified never changes, and a conclusion is for good'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER verification_guard BEFORE UPDATE ON trellara.verification_runs
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_verification_guard();
ALTER TABLE trellara.verification_runs ENABLE ALWAYS TRIGGER verification_guard;

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON trellara.verification_runs
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.verification_runs ENABLE ALWAYS TRIGGER append_only;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trellara.verification_tables
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.evidence_append_only();
ALTER TABLE trellara.verification_tables ENABLE ALWAYS TRIGGER append_only;

-- Nothing is added to a conclusion either; the lock waits for one that is under way.
CREATE FUNCTION trellara.evidence_verified_relation_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    present text;
BEGIN
    SELECT verdict INTO present FROM trellara.verification_runs WHERE id = NEW.verification_id FOR SHARE;
    IF present IS DISTINCT FROM 'running' THEN
        RAISE EXCEPTION 'verification_tables: its verification is concluded'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER verified_relation_guard BEFORE INSERT ON trellara.verification_tables
    FOR EACH ROW EXECUTE FUNCTION trellara.evidence_verified_relation_guard();
ALTER TABLE trellara.verification_tables ENABLE ALWAYS TRIGGER verified_relation_guard;
