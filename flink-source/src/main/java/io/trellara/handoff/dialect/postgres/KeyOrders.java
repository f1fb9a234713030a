package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.KeyOrder;

/** Which order a base type has as a key (design §6). Pure; the OIDs are the server's own and never change. */
final class KeyOrders {
    private KeyOrders() {}

    /**
     * The order of a type.
     *
     * @param typeOid the base type, below any domain
     * @param typeKind {@code typtype}
     * @param deterministic whether its collation calls only equal bytes equal
     * @param modifier the type modifier; {@code bpchar} without a length does not pad, so equal values print
     *     differently
     */
    static KeyOrder of(int typeOid, String typeKind, boolean deterministic, int modifier) {
        if (typeKind.equals("e")) {
            return KeyOrder.TEXT;
        }
        return switch (typeOid) {
            case 20, 21, 23 -> KeyOrder.INTEGER;
            case 1700 -> KeyOrder.NUMERIC;
            case 1082 -> KeyOrder.DATE;
            case 1114 -> KeyOrder.TIMESTAMP;
            case 1184 -> KeyOrder.TIMESTAMPTZ;
            case 16 -> KeyOrder.BOOLEAN;
            case 2950 -> KeyOrder.UUID;
            case 17 -> KeyOrder.BYTEA;
            case 25, 1043 -> deterministic ? KeyOrder.TEXT : KeyOrder.UNORDERED;
            case 1042 -> deterministic && modifier >= 0 ? KeyOrder.TEXT : KeyOrder.UNORDERED;
            // name, "char", oid, time: equal values print equally.
            case 19, 18, 26, 1083 -> KeyOrder.TEXT;
            default -> KeyOrder.UNORDERED;
        };
    }
}
