package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;

/** A PostgreSQL target. */
record JdbcTargetDoor(SinkConfig config, WriterRules rules) implements TargetDoor {
    @Override
    public BlockTransactions open() throws SQLException {
        return rules.transaction(TargetSession.open(config), config.run());
    }

    @Override
    public void recordHalt(HandoffException failure) {
        new HaltLog(config).write(failure);
    }
}
