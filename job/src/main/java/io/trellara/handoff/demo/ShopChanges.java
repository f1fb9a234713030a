package io.trellara.handoff.demo;

import static io.trellara.handoff.demo.ShopRelation.CUSTOMERS;
import static io.trellara.handoff.demo.ShopRelation.DOCUMENTS;
import static io.trellara.handoff.demo.ShopRelation.ORDERS;
import static io.trellara.handoff.demo.ShopRelation.ORDER_ITEMS;
import static io.trellara.handoff.demo.ShopRelation.PRODUCTS;

import io.trellara.handoff.demo.ShopChange.Kind;
import io.trellara.handoff.demo.ShopChange.Parameter;
import java.util.List;
import java.util.Random;

/** All kinds of changes, as data. A key of order items is {@code order_id/line} in one text. */
final class ShopChanges {
    private static final String ITEM_KEY = "split_part(key, '/', 1)::bigint, split_part(key, '/', 2)::smallint";
    private static final String ITEM_IS_KEY =
            " WHERE (order_id, line) = (SELECT " + ITEM_KEY + " FROM (SELECT ?::text) k(key))";

    private static final Parameter AMOUNT = ShopDraw::amount;
    private static final Parameter NOTE =
            draw -> draw.oneOf(null, "", "plain", "tab\there", "line\nbreak", "back\\slash", "\\N", "ünïcode ☃", "\r");
    private static final Parameter STATE = draw -> draw.oneOf("open", "paid", "shipped", "returned", "cancelled");
    private static final Parameter TIME = draw ->
            draw.oneOf(null, "infinity", "-infinity", "2024-02-29 23:59:59.999999+00", "0044-03-15 12:00:00+00 BC");
    private static final Parameter DATE = draw -> draw.oneOf(null, "infinity", "-infinity", "2024-02-29", "0001-01-01");
    private static final Parameter TAGS =
            draw -> draw.oneOf(null, "{}", "{a,NULL,\"b,c\"}", "{\"quote \\\" here\",\"back \\\\ slash\"}", "{NULL}");
    private static final Parameter BOX = draw -> draw.oneOf(null, "{1,2,3}", "{{1,2},{NULL,4}}", "[0:1]={5,6}");
    private static final Parameter SPAN = draw ->
            draw.oneOf(null, "empty", "(,)", "[2024-01-01 00:00+00,)", "[2024-01-01 00:00+00,2024-06-01 00:00+00)");
    private static final Parameter META =
            draw -> draw.oneOf(null, "null", "{}", "[1,2.50,\"tab\\t\"]", "{\"a\": {\"b\": [true, null]}}");

    private static final List<ShopChange> ALL = List.of(
            change(
                    Kind.INSERT,
                    10,
                    "INSERT INTO shop.orders (id, customer, state, total, placed, note, version)"
                            + " VALUES (?::bigint, ?::uuid, ?::shop.order_state, ?::numeric, ?::timestamptz, ?, 1)"
                            + " ON CONFLICT DO NOTHING",
                    d -> d.fresh(ORDERS),
                    d -> d.own(CUSTOMERS),
                    STATE,
                    AMOUNT,
                    TIME,
                    NOTE),
            change(
                    Kind.INSERT,
                    3,
                    "INSERT INTO shop.orders (id, customer, state, total, note, version)"
                            + " VALUES (?::bigint, ?::uuid, ?::shop.order_state, ?::numeric, ?, 1) ON CONFLICT DO NOTHING",
                    d -> d.own(ORDERS),
                    d -> d.own(CUSTOMERS),
                    STATE,
                    AMOUNT,
                    NOTE),
            change(
                    Kind.UPDATE,
                    8,
                    "UPDATE shop.orders SET state = ?::shop.order_state, total = ?::numeric, note = ?,"
                            + " version = version + 1 WHERE id = ?::bigint",
                    STATE,
                    AMOUNT,
                    NOTE,
                    d -> d.own(ORDERS)),
            change(
                    Kind.UPDATE,
                    4,
                    "UPDATE shop.orders SET placed = ?::timestamptz, promised = promised * 2,"
                            + " version = version + 1 WHERE id = ?::bigint",
                    TIME,
                    d -> d.hot(ORDERS)),
            change(Kind.DELETE, 6, "DELETE FROM shop.orders WHERE id = ?::bigint", d -> d.own(ORDERS)),
            change(Kind.DELETE, 1, "DELETE FROM shop.orders WHERE id = ?::bigint", d -> d.hot(ORDERS)),
            change(
                    Kind.INSERT,
                    2,
                    "INSERT INTO shop.orders (id, customer, state, total, version)"
                            + " VALUES (?::bigint, ?::uuid, ?::shop.order_state, ?::numeric, 1) ON CONFLICT DO NOTHING",
                    d -> d.hot(ORDERS),
                    d -> d.own(CUSTOMERS),
                    STATE,
                    AMOUNT),
            change(
                    Kind.MOVE_KEY,
                    4,
                    "UPDATE shop.orders SET id = ?::bigint, version = version + 1 WHERE id = ?::bigint",
                    d -> d.fresh(ORDERS),
                    d -> d.own(ORDERS)),
            change(
                    Kind.INSERT,
                    10,
                    "INSERT INTO shop.order_items (order_id, line, sku, quantity, price, version) SELECT " + ITEM_KEY
                            + ", ?, ?::integer, ?::numeric, 1 FROM (SELECT ?::text) k(key) ON CONFLICT DO NOTHING",
                    d -> d.own(PRODUCTS),
                    d -> d.number(99),
                    AMOUNT,
                    d -> d.fresh(ORDER_ITEMS)),
            change(
                    Kind.INSERT,
                    3,
                    "INSERT INTO shop.order_items (order_id, line, sku, quantity, version) SELECT " + ITEM_KEY
                            + ", ?, 1, 1 FROM (SELECT ?::text) k(key) ON CONFLICT DO NOTHING",
                    d -> d.own(PRODUCTS),
                    d -> d.own(ORDER_ITEMS)),
            change(
                    Kind.UPDATE,
                    8,
                    "UPDATE shop.order_items SET quantity = ?::integer, version = version + 1" + ITEM_IS_KEY,
                    d -> d.number(99),
                    d -> d.own(ORDER_ITEMS)),
            change(
                    Kind.UPDATE,
                    4,
                    "UPDATE shop.order_items SET discount = ?::real, version = version + 1" + ITEM_IS_KEY,
                    d -> d.oneOf(null, "NaN", "-Infinity", "0.1"),
                    d -> d.hot(ORDER_ITEMS)),
            change(Kind.DELETE, 6, "DELETE FROM shop.order_items" + ITEM_IS_KEY, d -> d.own(ORDER_ITEMS)),
            change(
                    Kind.MOVE_KEY,
                    4,
                    "UPDATE shop.order_items SET (order_id, line) = (SELECT " + ITEM_KEY
                            + " FROM (SELECT ?::text) k(key)), version = version + 1" + ITEM_IS_KEY,
                    d -> d.fresh(ORDER_ITEMS),
                    d -> d.own(ORDER_ITEMS)),
            change(
                    Kind.INSERT,
                    3,
                    "INSERT INTO shop.customers (id, name, credit, tags, born, active, version)"
                            + " VALUES (?::uuid, 'new', ?::numeric, ?::text[], ?::date, true, 1) ON CONFLICT DO NOTHING",
                    d -> d.fresh(CUSTOMERS),
                    AMOUNT,
                    TAGS,
                    DATE),
            change(
                    Kind.UPDATE,
                    5,
                    "UPDATE shop.customers SET tags = ?::text[], seen = ?::timestamptz, nick = ?,"
                            + " version = version + 1 WHERE id = ?::uuid",
                    TAGS,
                    TIME,
                    NOTE,
                    d -> d.own(CUSTOMERS)),
            change(
                    Kind.UPDATE,
                    3,
                    "UPDATE shop.customers SET credit = ?::numeric, version = version + 1" + " WHERE id = ?::uuid",
                    AMOUNT,
                    d -> d.hot(CUSTOMERS)),
            change(Kind.DELETE, 2, "DELETE FROM shop.customers WHERE id = ?::uuid", d -> d.own(CUSTOMERS)),
            change(
                    Kind.MOVE_KEY,
                    2,
                    "UPDATE shop.customers SET id = ?::uuid, version = version + 1 WHERE id = ?::uuid",
                    d -> d.fresh(CUSTOMERS),
                    d -> d.own(CUSTOMERS)),
            change(
                    Kind.INSERT,
                    3,
                    "INSERT INTO shop.products (sku, title, price, box, sold_span, version)"
                            + " VALUES (?, 'new', ?::numeric, ?::integer[], ?::tstzrange, 1) ON CONFLICT DO NOTHING",
                    d -> d.fresh(PRODUCTS),
                    d -> d.number(9999),
                    BOX,
                    SPAN),
            change(
                    Kind.UPDATE,
                    4,
                    "UPDATE shop.products SET box = ?::integer[], sold_from = ?::date,"
                            + " weight = ?::float8, version = version + 1 WHERE sku = ?",
                    BOX,
                    DATE,
                    d -> d.oneOf(null, "NaN", "Infinity", "1e-300", "-0"),
                    d -> d.own(PRODUCTS)),
            change(
                    Kind.UPDATE,
                    3,
                    "UPDATE shop.products SET price = ?::numeric, version = version + 1 WHERE sku = ?",
                    d -> d.number(9999),
                    d -> d.hot(PRODUCTS)),
            change(Kind.DELETE, 2, "DELETE FROM shop.products WHERE sku = ?", d -> d.own(PRODUCTS)),
            change(
                    Kind.MOVE_KEY,
                    3,
                    "UPDATE shop.products SET sku = ?, version = version + 1 WHERE sku = ?",
                    d -> d.fresh(PRODUCTS),
                    d -> d.own(PRODUCTS)),
            change(
                    Kind.INSERT,
                    2,
                    "INSERT INTO shop.documents (id, title, body, meta, version)"
                            + " VALUES (?::bigint, 'new', ?, ?::jsonb, 1) ON CONFLICT DO NOTHING",
                    d -> d.fresh(DOCUMENTS),
                    ShopDraw::body,
                    META),
            change(
                    Kind.UPDATE_SMALL,
                    6,
                    "UPDATE shop.documents SET title = ?, read_at = ?::timestamp,"
                            + " version = version + 1 WHERE id = ?::bigint",
                    d -> "title " + d.number(1000),
                    TIME,
                    d -> d.own(DOCUMENTS)),
            change(
                    Kind.UPDATE_SMALL,
                    3,
                    "UPDATE shop.documents SET meta = ?::jsonb, version = version + 1" + " WHERE id = ?::bigint",
                    META,
                    d -> d.hot(DOCUMENTS)),
            change(
                    Kind.UPDATE,
                    2,
                    "UPDATE shop.documents SET body = ?, version = version + 1 WHERE id = ?::bigint",
                    ShopDraw::body,
                    d -> d.own(DOCUMENTS)),
            change(Kind.DELETE, 2, "DELETE FROM shop.documents WHERE id = ?::bigint", d -> d.own(DOCUMENTS)),
            change(
                    Kind.MOVE_KEY,
                    2,
                    "UPDATE shop.documents SET id = ?::bigint, version = version + 1" + " WHERE id = ?::bigint",
                    d -> d.fresh(DOCUMENTS),
                    d -> d.own(DOCUMENTS)));

    private static final int TOTAL_WEIGHT =
            ALL.stream().mapToInt(ShopChange::weight).sum();

    private ShopChanges() {}

    static List<ShopChange> all() {
        return ALL;
    }

    /** One of them, by weight. */
    static ShopChange drawn(Random random) {
        int at = random.nextInt(TOTAL_WEIGHT);
        for (ShopChange change : ALL) {
            at -= change.weight();
            if (at < 0) {
                return change;
            }
        }
        throw new IllegalStateException("the weights add up to their sum");
    }

    private static ShopChange change(Kind kind, int weight, String sql, Parameter... parameters) {
        return new ShopChange(kind, weight, sql, List.of(parameters));
    }
}
