package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import java.util.List;

/**
 * A row of {@code verification_tables}: what a verification found of one relation. No key is in it.
 *
 * @param form names the canonical row form that the digests are of
 * @param chunks that were compared
 * @param missing rows that the target lacks
 * @param extra rows that only the target has
 * @param different rows that both have, with other values
 * @param setAside keys that were put off to a later round because the source had changed them
 * @param divergentChunks numbers of the run's chunks in force in which the differences lie
 */
public record VerifiedRelation(
        Relation relation,
        String form,
        long sourceRows,
        long targetRows,
        int chunks,
        long missing,
        long extra,
        long different,
        long setAside,
        String sourceDigest,
        String targetDigest,
        List<Integer> divergentChunks) {
    public VerifiedRelation {
        divergentChunks = List.copyOf(divergentChunks);
    }

    /** The rows in which source and target are proven to differ. */
    public long differences() {
        return missing + extra + different;
    }
}
