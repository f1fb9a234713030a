/** Units of the sink: everything that touches no server. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.sink.types;
