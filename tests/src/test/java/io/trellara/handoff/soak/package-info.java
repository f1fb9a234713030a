/** {@code ./dev soak}: rounds of random kills and restarts under writers, for as long as asked. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.soak;
