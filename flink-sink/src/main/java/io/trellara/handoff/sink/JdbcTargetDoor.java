package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;

/** The configured target. */
record JdbcTargetDoor(SinkConfig config, WriterRules rules) implements TargetDoor {
    @Override
    public BlockTransactions open() throws SQLException {
        return rules.transaction(TargetDialect.of(config), config.run());
    }

    @Override
    public void recordHalt(HandoffException failure) {
        new HaltLog(config).write(failure);
    }
}
