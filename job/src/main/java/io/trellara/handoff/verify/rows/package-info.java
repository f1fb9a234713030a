/**
 * Compares the rows of a relation on two databases of any kinds, exactly: by sums over a canonical form of every row,
 * and where the sums differ, row by row. Reads only; no value leaves but the keys of rows that differ.
 *
 * <p>Doors: {@link io.trellara.handoff.verify.rows.RangeComparison} compares,
 * {@link io.trellara.handoff.verify.rows.Side} is a server as it is compared. The forms are documented in
 * {@code docs/reference/verify-forms.md}.
 */
@NullMarked
package io.trellara.handoff.verify.rows;

import org.jspecify.annotations.NullMarked;
