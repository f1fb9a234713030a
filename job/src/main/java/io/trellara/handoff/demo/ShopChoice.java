package io.trellara.handoff.demo;

import java.util.Random;

/** What one writer does next, and with what values: both from its own seed. One thread. */
record ShopChoice(ShopChanges changes, ShopDraw draw) {
    ShopChange next() {
        return changes.drawn(draw.random());
    }

    Random random() {
        return draw.random();
    }
}
