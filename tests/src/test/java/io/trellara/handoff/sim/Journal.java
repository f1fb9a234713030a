package io.trellara.handoff.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A schedule as a story; silent unless it is to be told. */
public final class Journal {
    private final boolean told;
    private final List<String> lines = new ArrayList<>();

    Journal(boolean told) {
        this.told = told;
    }

    /** One line: who did what. */
    public void tell(String who, Supplier<String> what) {
        if (told) {
            lines.add(who + ": " + what.get());
        }
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(String.format("%4d  %s%n", i + 1, lines.get(i)));
        }
        return text.toString();
    }
}
