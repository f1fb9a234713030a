package io.trellara.handoff;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.coordinate.Doors;
import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The coordinator's doors: the configured source and an evidence store behind JDBC. */
record JdbcDoors(SourceConfig config, TargetControl.@Nullable Factory targetFactory) implements Doors {
    @Override
    public Dialect dialect() {
        return Sources.of(config);
    }

    @Override
    public EvidenceStore evidence() {
        return new JdbcEvidenceStore(config.evidence(), "trellara-handoff coordinator " + config.run());
    }

    @Override
    public Optional<TargetControl> target() {
        return Optional.ofNullable(targetFactory).map(TargetControl.Factory::open);
    }
}
