-- What the sinks write in the transactions that apply the rows; always in the target database.

CREATE TABLE trellara.sink_generation (
    source_id  text        NOT NULL,
    dataset_id text        NOT NULL,
    run_id     text        NOT NULL,
    generation bigint      NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source_id, dataset_id, run_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE trellara.sink_generation IS
    'raised by the coordinator; a target transaction holds its row FOR SHARE and requires its own generation in it';

CREATE TABLE trellara.sink_ledger (
    source_id  text        NOT NULL,
    dataset_id text        NOT NULL,
    run_id     text        NOT NULL,
    lane       integer     NOT NULL CHECK (lane >= 0),
    position   text        NOT NULL,
    ordinal    bigint      NOT NULL,
    checkpoint text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source_id, dataset_id, run_id, lane)
) WITH (fillfactor = 50);
COMMENT ON TABLE trellara.sink_ledger IS
    'per lane: every change up to (position, ordinal) is applied; a mark alone has ordinal -1';

CREATE TABLE trellara.sink_applied (
    source_id  text    NOT NULL,
    dataset_id text    NOT NULL,
    run_id     text    NOT NULL,
    relation   text    NOT NULL,
    chunk      integer NOT NULL,
    attempt    integer NOT NULL,
    rows       bigint  NOT NULL CHECK (rows >= 0),
    PRIMARY KEY (source_id, dataset_id, run_id, relation, chunk, attempt)
) WITH (fillfactor = 80);
COMMENT ON TABLE trellara.sink_applied IS 'rows of a copied chunk that were applied, by attempt';

CREATE TABLE trellara.halts (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id  text        NOT NULL,
    dataset_id text        NOT NULL,
    run_id     text        NOT NULL,
    code       text        NOT NULL,
    reason     text        NOT NULL,
    at         timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE trellara.halts IS 'append-only: what a sink could not report otherwise';
CREATE INDEX halts_run ON trellara.halts (source_id, dataset_id, run_id, id);

CREATE FUNCTION trellara.target_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trellara.halts
    FOR EACH STATEMENT EXECUTE FUNCTION trellara.target_append_only();
ALTER TABLE trellara.halts ENABLE ALWAYS TRIGGER append_only;

CREATE FUNCTION trellara.target_generation_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.generation < OLD.generation THEN
        RAISE EXCEPTION 'sink_generation: generation never shrinks' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER generation_guard BEFORE UPDATE ON trellara.sink_generation
    FOR EACH ROW EXECUTE FUNCTION trellara.target_generation_guard();
ALTER TABLE trellara.sink_generation ENABLE ALWAYS TRIGGER generation_guard;
