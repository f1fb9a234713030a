-- Evidence in MySQL, for the user of the job. An administrator makes the tables (./handoff migrate) and then runs this.
-- Without DROP, ALTER and TRIGGER nobody can truncate what is append-only, or take its triggers away.
CREATE USER handoff IDENTIFIED BY 'change-me';
GRANT SELECT, INSERT, UPDATE ON trellara.snapshot_runs TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.snapshot_table_progress TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.snapshot_waves TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.snapshot_chunks TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.run_controls TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.run_waits TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.stream_touches TO handoff;
GRANT SELECT, INSERT, UPDATE, DELETE ON trellara.stream_windows TO handoff;
GRANT SELECT, INSERT, UPDATE ON trellara.verification_runs TO handoff;
GRANT SELECT, INSERT ON trellara.verification_tables TO handoff;
GRANT SELECT, INSERT ON trellara.snapshot_handoff_events TO handoff;
GRANT SELECT, INSERT ON trellara.run_transitions TO handoff;
GRANT SELECT, INSERT ON trellara.run_samples TO handoff;
GRANT SELECT ON trellara.evidence_schema_history TO handoff;
