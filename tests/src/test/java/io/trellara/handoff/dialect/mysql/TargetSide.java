package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import java.sql.SQLException;
import java.util.List;

/** A database that takes one table after the other. One thread. */
interface TargetSide {
    DatabaseKind kind();

    /** Creates the table that the rest is about. */
    void create(RelationSchema schema, RelationMapping mapping) throws SQLException;

    /** Its columns' types, as its catalog has them. */
    List<String> types() throws SQLException;

    /** A converted line. */
    void load(String line) throws SQLException;

    /** All lines are in. */
    void finish() throws SQLException;

    /** After a failed load. */
    void abandon() throws SQLException;

    void empty() throws SQLException;

    /** All rows, as a source reads them. */
    List<String> read() throws SQLException;
}
