package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;

/** A relation's contract as it is stored: a JSON array with an object for each column. Pure; the database reads it. */
final class ContractText {
    private ContractText() {}

    /**
     * {@code [{"position":1,"name":"id","type":"integer","oid":23,"nullable":false,"order":"INTEGER","key":0}]}; a
     * column outside the key has no place in it.
     */
    static String write(RelationSchema schema) {
        StringBuilder out = new StringBuilder("[");
        List<Column> columns = schema.columns();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int key = schema.keyColumns().indexOf(i);
            out.append(i == 0 ? "{\"position\":" : ",{\"position\":").append(i + 1);
            CellText.quote(out.append(",\"name\":"), column.name());
            CellText.quote(out.append(",\"type\":"), column.type());
            out.append(",\"oid\":").append(Integer.toUnsignedString(column.typeOid()));
            out.append(",\"nullable\":").append(column.nullable());
            CellText.quote(out.append(",\"order\":"), column.order().name());
            out.append(key < 0 ? "" : ",\"key\":" + key).append('}');
        }
        return out.append(']').toString();
    }
}
