/** The sink on real servers. In the sink's own package, so that a twin can take one of its rules away. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.sink;
