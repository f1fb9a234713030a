package io.trellara.handoff.dialect.postgres;

/** What a stream reads: the run's slot, through the run's publication. */
record StreamSource(String slot, String publication) {}
