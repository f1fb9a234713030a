package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;

/**
 * A column as the catalog shows it.
 *
 * @param number {@code attnum}
 * @param name as the server spells it
 * @param type as {@code format_type} writes it
 * @param typeOid the type's OID; a domain's own
 * @param notNull whether NULL is refused
 * @param collation its collation, schema-qualified; empty where the type has none
 * @param identity a for always, d for by default, else empty
 * @param generated s for stored, v for virtual, else empty
 * @param order how its values compare as a key
 * @param bounds whether its values can be written as bounds that the server compares in the index's order: types that
 *     extensions bring have operators which the pinned search path does not find
 */
record CatalogColumn(
        int number,
        String name,
        String type,
        int typeOid,
        boolean notNull,
        String collation,
        String identity,
        String generated,
        KeyOrder order,
        boolean bounds) {
    boolean isGenerated() {
        return !generated.isEmpty();
    }

    Column column() {
        return new Column(name, type, typeOid, !notNull, order);
    }
}
