/** PostgreSQL as a source: slots, exported views, COPY reads, the pgoutput stream. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.dialect.postgres;
