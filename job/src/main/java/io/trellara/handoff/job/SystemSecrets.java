package io.trellara.handoff.job;

import io.trellara.handoff.config.SecretLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Looks secrets up in a process's environment and in files beside its configuration. */
final class SystemSecrets implements SecretLookup {
    private final Map<String, String> environment;
    private final Path folder;

    /** @param folder that relative paths start from */
    SystemSecrets(Map<String, String> environment, Path folder) {
        this.environment = Map.copyOf(environment);
        this.folder = folder;
    }

    @Override
    public Optional<String> env(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    @Override
    public Optional<String> file(String path) {
        try {
            String text = Files.readString(folder.resolve(path));
            return Optional.of(text.endsWith("\n") ? text.stripTrailing() : text);
        } catch (IOException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }
}
