/** The MySQL source on real servers that wait for their disk. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.dialect.mysql;
