package io.trellara.handoff.config;

import java.util.Optional;

/** Finds what {@code ${env:NAME}} and {@code ${file:PATH}} refer to. */
public interface SecretLookup {
    /** The environment variable's value; empty where it is not set. */
    Optional<String> env(String name);

    /** The file's text without its last line break; empty where it cannot be read. */
    Optional<String> file(String path);
}
