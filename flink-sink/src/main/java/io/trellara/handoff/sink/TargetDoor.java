package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;

/** How a writer reaches its target. */
interface TargetDoor {
    /** Opens what the writer's transactions go through, for the writer's life. */
    BlockTransactions open() throws SQLException;

    /** Leaves a word for the coordinator: a sink has no other way to say why it stops (flink.md). */
    void recordHalt(HandoffException failure);
}
