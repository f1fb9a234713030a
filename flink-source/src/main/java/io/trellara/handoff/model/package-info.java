/** The words that every room shares: runs, relations, keys, chunks, positions and blocks. Imports the JDK only. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.model;
