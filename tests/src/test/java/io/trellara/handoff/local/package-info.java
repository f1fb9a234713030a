/** Tests of the embedded servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.local;
