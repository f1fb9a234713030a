/** The only door to a source database. Everything behind it is a dialect's own business. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.dialect;
