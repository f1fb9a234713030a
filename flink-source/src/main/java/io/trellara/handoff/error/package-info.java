/** The catalogue of codes, findings, and the one exception type. Imports {@code model} only. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.error;
