/**
 * The report of a run: one HTML page, made of the evidence alone. It holds everything it needs, runs no script, and
 * shows no key and no value of a row. Facts in, text out: no clock, no files, no database.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.report;
