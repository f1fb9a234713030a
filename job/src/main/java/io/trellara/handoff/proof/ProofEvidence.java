package io.trellara.handoff.proof;

import java.util.List;
import java.util.stream.Stream;

/**
 * All rows of a run and of those within it.
 *
 * @param children in the order of their keys
 */
record ProofEvidence(RunEvidence own, List<RunEvidence> children) {
    ProofEvidence {
        children = List.copyOf(children);
    }

    Stream<RunEvidence> all() {
        return Stream.concat(Stream.of(own), children.stream());
    }
}
