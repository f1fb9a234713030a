package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;

/** Rows of each relation of the shop. */
public record ShopSizes(long customers, long products, long orders, long orderItems, long documents) {
    /** Every writer and the hot rows need keys of their own. */
    static final long SMALLEST = 1_000;

    public ShopSizes {
        if (Math.min(Math.min(customers, products), Math.min(orders, Math.min(orderItems, documents)))
                < SMALLEST / 100) {
            throw new IllegalArgumentException("a relation of the shop needs at least " + SMALLEST / 100 + " rows");
        }
    }

    /** So many rows in all, shared out as a shop would: half of them order items, one in fifty a document. */
    public static ShopSizes ofTotal(long rows) {
        if (rows < SMALLEST) {
            throw new IllegalArgumentException("the shop needs at least " + SMALLEST + " rows");
        }
        long documents = rows / 50;
        long products = rows / 20;
        long customers = rows * 3 / 20;
        long orders = rows * 7 / 25;
        return new ShopSizes(customers, products, orders, rows - documents - products - customers - orders, documents);
    }

    public long total() {
        return customers + products + orders + orderItems + documents;
    }

    long of(Relation relation) {
        return switch (relation.name()) {
            case "customers" -> customers;
            case "products" -> products;
            case "orders" -> orders;
            case "order_items" -> orderItems;
            case "documents" -> documents;
            default -> throw new IllegalArgumentException("the shop has no " + relation);
        };
    }
}
