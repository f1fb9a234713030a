package io.trellara.handoff.demo;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Digests that a server has computed: a query's key and content, ordered by the key. One thread. */
record AnsweredDigests(ResultSet answer) implements RowMeeting.Rows {
    @Override
    public boolean next() throws SQLException {
        return answer.next();
    }

    @Override
    public String key() throws SQLException {
        return answer.getString(1);
    }

    @Override
    public String content() throws SQLException {
        return answer.getString(2);
    }
}
