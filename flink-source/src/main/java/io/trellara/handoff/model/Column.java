package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * A published column of a relation.
 *
 * @param name as the server spells it
 * @param type the type as PostgreSQL's {@code format_type} writes it, schema-qualified where needed, or MySQL's
 *     {@code COLUMN_TYPE} with {@code COLLATE} and the collation's name where it has one
 * @param typeOid the type's OID at a PostgreSQL source; 0 at a MySQL one
 * @param nullable whether the column admits NULL
 * @param order how its values compare as a key
 */
public record Column(String name, String type, int typeOid, boolean nullable, KeyOrder order) implements Serializable {}
