package io.trellara.handoff.state;

import io.trellara.handoff.model.RunKey;

/**
 * What a checkpoint holds of the coordinator: whose run it is, and nothing more. The evidence is the coordinator's
 * memory (design §7), so a checkpoint stays small whatever the table's size.
 */
public record CoordinatorState(RunKey run, long fence) {}
