package io.trellara.handoff.demo;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The keys of the shop's first rows by number, as the dataset's SQL makes them; and fresh ones beside them. Pure. */
final class ShopKeys {
    private static final String[] SKU_STARTS = {"aB", "Ab", "ä", "z-", "Z ", "_"};
    private static final long FRESH_ORDERS = 7_000_000_000_000L;

    private ShopKeys() {}

    static String customer(long number) {
        return digest("customer " + number);
    }

    static String product(long number) {
        return SKU_STARTS[(int) (number % SKU_STARTS.length)]
                + digest("product " + number).substring(0, 5)
                + "-"
                + number;
    }

    static String order(long number) {
        return Long.toString(
                switch ((int) (number % 4)) {
                    case 0 -> number;
                    case 1 -> 500_000_000L + number;
                    case 2 -> 4_000_000_000_000_000_000L + number * 1_000_003L;
                    default -> -9_000_000_000_000_000_000L + number;
                });
    }

    /** The number of an item counts from 0 in the dataset; {@code order_id/line} in one text. */
    static String item(long number) {
        long from0 = number - 1;
        return (1 + from0 / 3) + "/" + from0 % 3;
    }

    static String document(long number) {
        return Long.toString(number * 1000);
    }

    /** A key that no row of the dataset has and no other writer makes. */
    static String fresh(ShopRelation relation, int writer, long count) {
        return switch (relation) {
            case CUSTOMERS -> digest("writer " + writer + " customer " + count);
            case PRODUCTS -> SKU_STARTS[(int) (count % SKU_STARTS.length)] + "w" + writer + "-" + count;
            // Fresh keys fall between the dataset's groups and, for every third, among them.
            case ORDERS ->
                Long.toString(
                        count % 3 == 0
                                ? 500_000_000L - 1 - (count * 64 + writer)
                                : FRESH_ORDERS + writer * 10_000_000_000L + count);
            case ORDER_ITEMS -> (-1 - (count * 64 + writer)) + "/" + count % 5;
            case DOCUMENTS -> Long.toString(count * 1000 * 64 + writer * 1000L + 1);
        };
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
