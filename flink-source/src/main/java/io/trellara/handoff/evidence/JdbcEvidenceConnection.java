package io.trellara.handoff.evidence;

import java.sql.Connection;

/** A connection within a transaction, and the SQL of its kind of database. */
record JdbcEvidenceConnection(Connection jdbc, EvidenceSql sql) {
    JdbcEvidenceQuery query(String text) {
        return new JdbcEvidenceQuery(jdbc, text);
    }
}
