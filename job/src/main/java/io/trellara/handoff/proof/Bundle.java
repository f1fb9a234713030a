package io.trellara.handoff.proof;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A bundle's files by name. */
final class Bundle {
    private final SortedMap<String, byte[]> files;

    Bundle(SortedMap<String, byte[]> files) {
        this.files = new TreeMap<>(files);
    }

    Optional<byte[]> content(String name) {
        return Optional.ofNullable(files.get(name));
    }

    SortedMap<String, byte[]> files() {
        return new TreeMap<>(files);
    }
}
