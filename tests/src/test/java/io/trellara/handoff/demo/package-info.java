/** Tests of the demo's parts on servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.demo;
