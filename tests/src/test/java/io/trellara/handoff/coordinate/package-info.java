/** Drives the coordinator's own classes from tests. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.coordinate;
