/**
 * The command line: one command a file, and the one class that writes to the console ({@code Output}). A command
 * returns its exit status: 0 ok, 1 bug, 2 usage or configuration, 3 precondition, 4 contract or divergence, 5 transient
 * trouble that outlasted its budget.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.job.cli;
