package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.postgres.StreamContract.MessageColumn;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * What pgoutput says of a relation before its first change on a connection, and after each change of its shape.
 *
 * @param oid {@code pg_class.oid}, as unsigned 32 bits in an int
 */
record RelationMessage(int oid, Relation relation, List<MessageColumn> columns) {
    /** Reads one, behind the byte that tells what it is. */
    static RelationMessage read(PgOutputCursor cursor) {
        int oid = cursor.int32();
        String namespace = cursor.string();
        String name = cursor.string();
        cursor.int8(); // replica identity: the columns' flags say what matters
        int count = cursor.int16();
        List<MessageColumn> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte flags = cursor.int8();
            String column = cursor.string();
            int typeOid = cursor.int32();
            cursor.int32(); // the type modifier: values of any length are carried alike
            columns.add(new MessageColumn(column, typeOid, (flags & 1) != 0));
        }
        cursor.close();
        // the server writes an empty namespace for pg_catalog
        return new RelationMessage(oid, new Relation(namespace.isEmpty() ? "pg_catalog" : namespace, name), columns);
    }
}
