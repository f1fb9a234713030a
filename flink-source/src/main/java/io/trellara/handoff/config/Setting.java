package io.trellara.handoff.config;

import java.util.List;

/**
 * A key's value as it was written, before references are resolved.
 *
 * @param items one for a scalar, any number for a list
 * @param place where it was written, for error texts: {@code handoff.yaml line 12}
 */
public record Setting(List<String> items, String place) {
    public Setting {
        items = List.copyOf(items);
    }
}
