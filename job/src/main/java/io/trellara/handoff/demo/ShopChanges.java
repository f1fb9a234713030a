package io.trellara.handoff.demo;

import static io.trellara.handoff.demo.ShopRelation.CUSTOMERS;
import static io.trellara.handoff.demo.ShopRelation.DOCUMENTS;
import static io.trellara.handoff.demo.ShopRelation.ORDERS;
import static io.trellara.handoff.demo.ShopRelation.ORDER_ITEMS;
import static io.trellara.handoff.demo.ShopRelation.PRODUCTS;
import static io.trellara.handoff.demo.ShopValues.STATE;

import io.trellara.handoff.demo.ShopChange.Kind;
import io.trellara.handoff.demo.ShopChange.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** All kinds of changes, as data: the same in every form of the shop. */
final class ShopChanges {
    private final ShopForm form;
    private final ShopValues values;
    private final List<ShopChange> all = new ArrayList<>();
    private final int totalWeight;

    private ShopChanges(ShopForm form) {
        this.form = form;
        this.values = ShopValues.of(form);
        orders();
        orderItems();
        customers();
        products();
        documents();
        this.totalWeight = all.stream().mapToInt(ShopChange::weight).sum();
    }

    static ShopChanges of(ShopForm form) {
        return new ShopChanges(form);
    }

    /** One of them, by weight. */
    ShopChange drawn(Random random) {
        int at = random.nextInt(totalWeight);
        for (ShopChange change : all) {
            at -= change.weight();
            if (at < 0) {
                return change;
            }
        }
        throw new IllegalStateException("the weights add up to their sum");
    }

    private void orders() {
        add(
                Kind.INSERT,
                10,
                "INSERT INTO shop.orders (id, customer, state, total, placed, note, version)"
                        + " VALUES ({bigint}, {uuid}, {state}, {numeric}, {placed}, {text}, 1)",
                fresh(ORDERS),
                own(CUSTOMERS),
                STATE,
                values.amount(),
                values.time(),
                values.note());
        add(
                Kind.INSERT,
                3,
                "INSERT INTO shop.orders (id, customer, state, total, note, version)"
                        + " VALUES ({bigint}, {uuid}, {state}, {numeric}, {text}, 1)",
                own(ORDERS),
                own(CUSTOMERS),
                STATE,
                values.amount(),
                values.note());
        add(
                Kind.UPDATE,
                8,
                "UPDATE shop.orders SET state = {state}, total = {numeric}, note = {text}, version = version + 1"
                        + " WHERE id = {bigint}",
                STATE,
                values.amount(),
                values.note(),
                own(ORDERS));
        add(
                Kind.UPDATE,
                4,
                "UPDATE shop.orders SET placed = {placed}, promised = {later}, version = version + 1 WHERE id = {bigint}",
                values.time(),
                hot(ORDERS));
        add(Kind.DELETE, 6, "DELETE FROM shop.orders WHERE id = {bigint}", own(ORDERS));
        add(Kind.DELETE, 1, "DELETE FROM shop.orders WHERE id = {bigint}", hot(ORDERS));
        add(
                Kind.INSERT,
                2,
                "INSERT INTO shop.orders (id, customer, state, total, version)"
                        + " VALUES ({bigint}, {uuid}, {state}, {numeric}, 1)",
                hot(ORDERS),
                own(CUSTOMERS),
                STATE,
                values.amount());
        add(
                Kind.MOVE_KEY,
                4,
                "UPDATE shop.orders SET id = {bigint}, version = version + 1 WHERE id = {bigint}",
                fresh(ORDERS),
                own(ORDERS));
    }

    private void orderItems() {
        add(
                Kind.INSERT,
                10,
                "INSERT INTO shop.order_items (order_id, line, sku, quantity, price, version)"
                        + " VALUES ({bigint}, {smallint}, {text}, {integer}, {numeric}, 1)",
                fresh(ORDER_ITEMS),
                own(PRODUCTS),
                number(99),
                values.amount());
        add(
                Kind.INSERT,
                3,
                "INSERT INTO shop.order_items (order_id, line, sku, quantity, version)"
                        + " VALUES ({bigint}, {smallint}, {text}, 1, 1)",
                own(ORDER_ITEMS),
                own(PRODUCTS));
        add(
                Kind.UPDATE,
                8,
                "UPDATE shop.order_items SET quantity = {integer}, version = version + 1"
                        + " WHERE order_id = {bigint} AND line = {smallint}",
                number(99),
                own(ORDER_ITEMS));
        add(
                Kind.UPDATE,
                4,
                "UPDATE shop.order_items SET discount = {real}, version = version + 1"
                        + " WHERE order_id = {bigint} AND line = {smallint}",
                values.discount(),
                hot(ORDER_ITEMS));
        add(
                Kind.DELETE,
                6,
                "DELETE FROM shop.order_items WHERE order_id = {bigint} AND line = {smallint}",
                own(ORDER_ITEMS));
        add(
                Kind.MOVE_KEY,
                4,
                "UPDATE shop.order_items SET order_id = {bigint}, line = {smallint}, version = version + 1"
                        + " WHERE order_id = {bigint} AND line = {smallint}",
                fresh(ORDER_ITEMS),
                own(ORDER_ITEMS));
    }

    private void customers() {
        add(
                Kind.INSERT,
                3,
                "INSERT INTO shop.customers (id, name, credit, tags, born, active, version)"
                        + " VALUES ({uuid}, 'new', {numeric}, {tags}, {date}, true, 1)",
                fresh(CUSTOMERS),
                values.amount(),
                values.tags(),
                values.date());
        add(
                Kind.UPDATE,
                5,
                "UPDATE shop.customers SET tags = {tags}, seen = {timestamptz}, nick = {text}, version = version + 1"
                        + " WHERE id = {uuid}",
                values.tags(),
                values.time(),
                values.note(),
                own(CUSTOMERS));
        add(
                Kind.UPDATE,
                3,
                "UPDATE shop.customers SET credit = {numeric}, version = version + 1 WHERE id = {uuid}",
                values.amount(),
                hot(CUSTOMERS));
        add(Kind.DELETE, 2, "DELETE FROM shop.customers WHERE id = {uuid}", own(CUSTOMERS));
        add(
                Kind.MOVE_KEY,
                2,
                "UPDATE shop.customers SET id = {uuid}, version = version + 1 WHERE id = {uuid}",
                fresh(CUSTOMERS),
                own(CUSTOMERS));
    }

    private void products() {
        add(
                Kind.INSERT,
                3,
                "INSERT INTO shop.products (sku, title, price, box, sold_span, version)"
                        + " VALUES ({text}, 'new', {numeric}, {box}, {span}, 1)",
                fresh(PRODUCTS),
                number(9999),
                values.box(),
                values.span());
        add(
                Kind.UPDATE,
                4,
                "UPDATE shop.products SET box = {box}, sold_from = {date}, weight = {float8}, version = version + 1"
                        + " WHERE sku = {text}",
                values.box(),
                values.date(),
                values.weight(),
                own(PRODUCTS));
        add(
                Kind.UPDATE,
                3,
                "UPDATE shop.products SET price = {numeric}, version = version + 1 WHERE sku = {text}",
                number(9999),
                hot(PRODUCTS));
        add(Kind.DELETE, 2, "DELETE FROM shop.products WHERE sku = {text}", own(PRODUCTS));
        add(
                Kind.MOVE_KEY,
                3,
                "UPDATE shop.products SET sku = {text}, version = version + 1 WHERE sku = {text}",
                fresh(PRODUCTS),
                own(PRODUCTS));
    }

    private void documents() {
        add(
                Kind.INSERT,
                2,
                "INSERT INTO shop.documents (id, title, body, meta, version)"
                        + " VALUES ({bigint}, 'new', {text}, {jsonb}, 1)",
                fresh(DOCUMENTS),
                one(ShopDraw::body),
                values.meta());
        add(
                Kind.UPDATE_SMALL,
                6,
                "UPDATE shop.documents SET title = {text}, read_at = {timestamp}, version = version + 1"
                        + " WHERE id = {bigint}",
                one(draw -> "title " + draw.number(1000)),
                values.time(),
                own(DOCUMENTS));
        add(
                Kind.UPDATE_SMALL,
                3,
                "UPDATE shop.documents SET meta = {jsonb}, version = version + 1 WHERE id = {bigint}",
                values.meta(),
                hot(DOCUMENTS));
        add(
                Kind.UPDATE,
                2,
                "UPDATE shop.documents SET body = {text}, version = version + 1 WHERE id = {bigint}",
                one(ShopDraw::body),
                own(DOCUMENTS));
        add(Kind.DELETE, 2, "DELETE FROM shop.documents WHERE id = {bigint}", own(DOCUMENTS));
        add(
                Kind.MOVE_KEY,
                2,
                "UPDATE shop.documents SET id = {bigint}, version = version + 1 WHERE id = {bigint}",
                fresh(DOCUMENTS),
                own(DOCUMENTS));
    }

    private void add(Kind kind, int weight, String template, Parameter... parameters) {
        all.add(new ShopChange(kind, weight, form.statement(template), List.of(parameters)));
    }

    private static Parameter fresh(ShopRelation relation) {
        return draw -> relation.cells(draw.fresh(relation));
    }

    private static Parameter own(ShopRelation relation) {
        return draw -> relation.cells(draw.own(relation));
    }

    private static Parameter hot(ShopRelation relation) {
        return draw -> relation.cells(draw.hot(relation));
    }

    private static Parameter number(int below) {
        return one(draw -> draw.number(below));
    }

    private static Parameter one(Function<ShopDraw, String> value) {
        return draw -> List.of(value.apply(draw));
    }
}
