package io.trellara.handoff.dialect.mysql;

/** A statement in the log and the session's default schema. Pure. */
record QueryEvent(String schema, String statement) {
    static QueryEvent read(BinlogEvent event) {
        BinlogCursor cursor = event.cursor();
        cursor.skip(8); // the session, and how long it took
        int schemaLength = cursor.int8();
        cursor.skip(2); // the error it ended with
        cursor.skip(cursor.int16()); // the session's variables
        String schema = cursor.text(schemaLength);
        cursor.skip(1);
        return new QueryEvent(schema, cursor.text(cursor.left()));
    }

    /** Whether it is what stands at the beginning of nearly every transaction. */
    boolean begins() {
        return statement.equals("BEGIN");
    }
}
