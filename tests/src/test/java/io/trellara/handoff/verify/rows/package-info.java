/** Rows compared on servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.verify.rows;
