/**
 * PostgreSQL servers from packages, for the demo, for developers and for tests: nothing needs to be installed. A server
 * that is started here ends with its {@code close()} or with this JVM. Knows processes, files and one JDBC connection;
 * nothing of runs, evidence or Flink.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.local;
