/** Verification of live targets, on real servers. */
@NullMarked
package io.trellara.handoff.verify;

import org.jspecify.annotations.NullMarked;
