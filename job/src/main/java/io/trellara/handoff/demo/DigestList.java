package io.trellara.handoff.demo;

import java.util.List;

/** Digests in memory, as a meeting wants them. One thread. */
final class DigestList implements RowMeeting.Rows {
    private final List<RowDigest> rows;
    private int at = -1;

    DigestList(List<RowDigest> rows) {
        this.rows = rows.stream().sorted(RowDigest.ORDER).toList();
    }

    @Override
    public boolean next() {
        return ++at < rows.size();
    }

    @Override
    public String key() {
        return rows.get(at).key();
    }

    @Override
    public String content() {
        return rows.get(at).content();
    }
}
