package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * A published column of a relation.
 *
 * @param name as the server spells it
 * @param type the type as PostgreSQL's {@code format_type} writes it, schema-qualified where needed
 * @param typeOid the type's OID at the source
 * @param nullable whether the column admits NULL
 * @param order how its values compare as a key
 */
public record Column(String name, String type, int typeOid, boolean nullable, KeyOrder order) implements Serializable {}
