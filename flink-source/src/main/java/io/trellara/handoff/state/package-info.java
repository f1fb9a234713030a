/** All that a checkpoint or an event between coordinator and reader holds, with versions and serializers. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.state;
