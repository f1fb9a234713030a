package io.trellara.handoff.job.cli;

/** Kinds of source, as the evidence spells them. */
final class SourceKind {
    static final String POSTGRESQL = "postgresql";

    private SourceKind() {}
}
