/** The coordinator: plans waves, opens views, claims chunks, promotes reports, grants the gate. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.coordinate;
