package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Relation;

/**
 * A partition that holds rows itself.
 *
 * @param oid its OID
 * @param relation its name
 * @param kind {@code relkind}
 * @param bound its partition bound as SQL
 * @param identity its own replica identity: the log follows it, not the parent's
 */
record Leaf(long oid, Relation relation, String kind, String bound, ReplicaIdentity identity) {}
