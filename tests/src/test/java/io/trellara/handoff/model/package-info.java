/** Tests of the model's order against servers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.model;
