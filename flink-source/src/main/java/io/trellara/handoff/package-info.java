/** The source's wiring: {@code HandoffSource} assembles the rooms below; no logic lives here. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff;
