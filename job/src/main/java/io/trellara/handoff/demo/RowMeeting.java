package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Meets the rows of both sides in the order of their keys' digests, and counts what differs. One thread. */
final class RowMeeting {
    private static final int SAMPLES = 5;

    private final List<String> samples = new ArrayList<>();
    private long missing;
    private long extra;
    private long different;

    /** Digests of one side's rows, in the order of their keys. */
    interface Rows {
        /** Moves on; false behind the last row. */
        boolean next() throws SQLException;

        /** The present row's key, as it is ordered by. */
        String key() throws SQLException;

        /** The present row's content. */
        String content() throws SQLException;
    }

    void meet(Rows source, Rows target) throws SQLException {
        boolean inSource = source.next();
        boolean inTarget = target.next();
        while (inSource || inTarget) {
            int order = !inSource ? 1 : !inTarget ? -1 : source.key().compareTo(target.key());
            if (order < 0) {
                missing++;
                sample("missing", source);
            } else if (order > 0) {
                extra++;
                sample("extra", target);
            } else if (!source.content().equals(target.content())) {
                different++;
                sample("different", source);
            }
            inSource = order <= 0 ? source.next() : inSource;
            inTarget = order >= 0 ? target.next() : inTarget;
        }
    }

    RelationComparison result(Relation relation, long sourceRows, long targetRows) {
        return new RelationComparison(relation, sourceRows, targetRows, missing, extra, different, samples);
    }

    private void sample(String what, Rows row) throws SQLException {
        if (samples.size() < SAMPLES) {
            samples.add(what + " key#" + row.key());
        }
    }
}
