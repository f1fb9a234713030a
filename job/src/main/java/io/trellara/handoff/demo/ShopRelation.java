package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shop's relations, with their keys by number. */
enum ShopRelation {
    CUSTOMERS("customers"),
    PRODUCTS("products"),
    ORDERS("orders"),
    ORDER_ITEMS("order_items"),
    DOCUMENTS("documents");

    private final String table;

    ShopRelation(String table) {
        this.table = table;
    }

    Relation relation() {
        return new Relation("shop", table);
    }

    /** The cells of a key, which is one text everywhere else. */
    List<@Nullable String> cells(String key) {
        return this == ORDER_ITEMS ? List.of(key.split("/", -1)) : List.of(key);
    }

    /** Key of the dataset's row with this number, from 1. */
    String key(long number) {
        return switch (this) {
            case CUSTOMERS -> ShopKeys.customer(number);
            case PRODUCTS -> ShopKeys.product(number);
            case ORDERS -> ShopKeys.order(number);
            case ORDER_ITEMS -> ShopKeys.item(number);
            case DOCUMENTS -> ShopKeys.document(number);
        };
    }
}
