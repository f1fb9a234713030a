/** Every metric's name, unit and meaning in one place. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.metrics;
