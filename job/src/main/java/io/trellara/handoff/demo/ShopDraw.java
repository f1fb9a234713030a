package io.trellara.handoff.demo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What one writer draws: keys and values as text, from its own seed. Of the dataset's keys a writer owns those whose
 * number is its own modulo the number of writers; the first {@value #HOT} of each relation are hot and belong to all.
 * One thread.
 */
final class ShopDraw {
    static final int HOT = 8;
    private static final int REMEMBERED = 2_000;

    private final Random random;
    private final int writer;
    private final int writers;
    private final ShopSizes sizes;
    private final Map<ShopRelation, List<String>> made = new EnumMap<>(ShopRelation.class);
    private long count;

    ShopDraw(Random random, int writer, int writers, ShopSizes sizes) {
        this.random = random;
        this.writer = writer;
        this.writers = writers;
        this.sizes = sizes;
        for (ShopRelation relation : ShopRelation.values()) {
            made.put(relation, new ArrayList<>());
        }
    }

    /** A key that this writer alone changes: of the dataset, or one it made. Its row may be gone. */
    String own(ShopRelation relation) {
        List<String> keys = keys(relation);
        if (!keys.isEmpty() && random.nextInt(3) == 0) {
            return keys.get(random.nextInt(keys.size()));
        }
        long owned = (sizes.of(relation.relation()) - HOT - writer) / writers;
        return relation.key(HOT + 1 + writer + writers * random.nextLong(owned));
    }

    /** A key that all writers change. */
    String hot(ShopRelation relation) {
        return relation.key(1 + random.nextInt(HOT));
    }

    /** A key never used before. */
    String fresh(ShopRelation relation) {
        String key = ShopKeys.fresh(relation, writer, ++count);
        List<String> keys = keys(relation);
        if (keys.size() < REMEMBERED) {
            keys.add(key);
        } else {
            keys.set(random.nextInt(REMEMBERED), key);
        }
        return key;
    }

    /** One of these texts; {@code null} may be among them. */
    @Nullable
    String oneOf(@Nullable String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    String number(int below) {
        return Integer.toString(random.nextInt(below));
    }

    String amount() {
        return random.nextInt(1_000_000) + "." + random.nextInt(1_000);
    }

    /** Several kB that do not compress. */
    String body() {
        StringBuilder text = new StringBuilder();
        int length = 3_000 + random.nextInt(4_000);
        while (text.length() < length) {
            text.append(Long.toString(random.nextLong(), 36)).append(random.nextInt(9) == 0 ? "\n" : "\\");
        }
        return text.toString();
    }

    Random random() {
        return random;
    }

    private List<String> keys(ShopRelation relation) {
        return Objects.requireNonNull(made.get(relation));
    }
}
