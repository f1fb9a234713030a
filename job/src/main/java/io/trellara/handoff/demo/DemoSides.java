package io.trellara.handoff.demo;

import io.trellara.handoff.config.DatabaseKind;

/** What kinds of server the demo hands off between. */
public record DemoSides(DatabaseKind source, DatabaseKind target) {
    /** PostgreSQL on both sides. */
    public static final DemoSides POSTGRESQL = new DemoSides(DatabaseKind.POSTGRESQL, DatabaseKind.POSTGRESQL);

    ShopForm form() {
        return ShopForm.between(source, target);
    }
}
