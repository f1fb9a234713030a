package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceStore;
import java.io.Serializable;
import java.util.Optional;

/** What the coordinator reaches the world through. */
public interface Doors extends Serializable {
    /** The source; any thread of the coordinator's may ask it. */
    Dialect dialect();

    /** The evidence store; opened once, on the evidence thread. */
    EvidenceStore evidence();

    /** The target; absent where the sink is not this project's: then there is neither generation nor count (R4, R6). */
    Optional<TargetControl> target();
}
