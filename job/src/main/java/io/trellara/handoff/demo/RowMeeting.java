package io.trellara.handoff.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Meets the rows of both sides in the order of their keys' digests; holds a few thousand digests at a time. */
final class RowMeeting {
    private static final int FETCH = 5_000;
    private static final int SAMPLES = 5;

    private final Connection here;
    private final Connection there;
    private final ComparedTable table;
    private final List<String> samples = new ArrayList<>();
    private long missing;
    private long extra;
    private long different;

    private RowMeeting(Connection here, Connection there, ComparedTable table) {
        this.here = here;
        this.there = there;
        this.table = table;
    }

    static RowMeeting of(Connection here, Connection there, ComparedTable table) {
        return new RowMeeting(here, there, table);
    }

    RelationComparison compare(long sourceRows, long targetRows) throws SQLException {
        try (Statement first = here.createStatement();
                Statement second = there.createStatement()) {
            first.setFetchSize(FETCH);
            second.setFetchSize(FETCH);
            try (ResultSet source = first.executeQuery(table.digestsInOrder());
                    ResultSet target = second.executeQuery(table.digestsInOrder())) {
                meet(source, target);
            }
        }
        return new RelationComparison(table.relation(), sourceRows, targetRows, missing, extra, different, samples);
    }

    private void meet(ResultSet source, ResultSet target) throws SQLException {
        boolean inSource = source.next();
        boolean inTarget = target.next();
        while (inSource || inTarget) {
            int order = !inSource ? 1 : !inTarget ? -1 : source.getString(1).compareTo(target.getString(1));
            if (order < 0) {
                missing++;
                sample("missing", source);
            } else if (order > 0) {
                extra++;
                sample("extra", target);
            } else if (!source.getString(2).equals(target.getString(2))) {
                different++;
                sample("different", source);
            }
            inSource = order <= 0 ? source.next() : inSource;
            inTarget = order >= 0 ? target.next() : inTarget;
        }
    }

    private void sample(String what, ResultSet row) throws SQLException {
        if (samples.size() < SAMPLES) {
            samples.add(what + " key#" + row.getString(1));
        }
    }
}
