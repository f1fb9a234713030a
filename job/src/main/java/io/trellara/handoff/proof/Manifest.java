package io.trellara.handoff.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a bundle's files are, and one digest over all: SHA-256 over a line {@code SHA256 BYTES NAME} for each file in
 * the order of names, each ended by a line feed.
 *
 * @param digest as it is written in the manifest
 */
record Manifest(List<Entry> files, String digest) {
    static final String FORMAT = "trellara-handoff-proof/1";

    private static final Set<String> NOT_LISTED =
            Set.of(BundleFile.MANIFEST, BundleFile.SIGNATURE, BundleFile.PUBLIC_KEY);

    Manifest {
        files = List.copyOf(files);
    }

    /** A file. */
    record Entry(String name, long bytes, String sha256) {
        static Entry of(String name, byte[] content) {
            return new Entry(name, content.length, Sha256.of(content));
        }

        private String line() {
            return sha256 + " " + bytes + " " + name + "\n";
        }
    }

    /** The manifest of these files, by name. */
    static Manifest of(SortedMap<String, byte[]> files) {
        List<Entry> entries = new ArrayList<>();
        files.forEach((name, content) -> {
            if (!NOT_LISTED.contains(name)) {
                entries.add(Entry.of(name, content));
            }
        });
        return new Manifest(entries, digestOf(entries));
    }

    private static String digestOf(List<Entry> entries) {
        return Sha256.of(entries.stream().map(Entry::line).collect(Collectors.joining()));
    }

    /** The digest over its own entries. */
    String computed() {
        Map<String, Entry> sorted = new TreeMap<>();
        files.forEach(entry -> sorted.put(entry.name(), entry));
        return digestOf(List.copyOf(sorted.values()));
    }

    String text() {
        ObjectNode root = Json.object();
        root.put("format", FORMAT);
        root.put("digest", digest);
        ArrayNode array = root.putArray("files");
        for (Entry entry : files) {
            ObjectNode node = array.addObject();
            node.put("name", entry.name());
            node.put("bytes", entry.bytes());
            node.put("sha256", entry.sha256());
        }
        return Json.write(root) + "\n";
    }

    /** Empty where the text is no manifest of this format, or not in its one form. */
    static Optional<Manifest> read(String text) {
        Optional<JsonNode> root = Json.read(text);
        if (root.isEmpty()) {
            return Optional.empty();
        }
        List<Entry> entries = new ArrayList<>();
        root.get()
                .path("files")
                .forEach(file -> entries.add(new Entry(
                        file.path("name").asText(),
                        file.path("bytes").asLong(-1),
                        file.path("sha256").asText())));
        Manifest manifest = new Manifest(entries, root.get().path("digest").asText());
        return manifest.text().equals(text) ? Optional.of(manifest) : Optional.empty();
    }
}
