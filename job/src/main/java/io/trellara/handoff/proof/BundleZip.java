package io.trellara.handoff.proof;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Writes and reads the zip of a bundle. What is read may have been made by anybody: every size has a limit. */
final class BundleZip {
    private static final LocalDateTime ALWAYS = LocalDateTime.of(1980, 1, 1, 0, 0);
    private static final int BUFFER = 64 << 10;

    /** Of a file's content, and of all together, unpacked. */
    static final long MOST_BYTES = 1L << 30;

    private BundleZip() {}

    /** The same files are the same bytes. */
    static void write(Path file, Bundle bundle) {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> content : bundle.files().entrySet()) {
                ZipEntry entry = new ZipEntry(content.getKey());
                entry.setTimeLocal(ALWAYS);
                zip.putNextEntry(entry);
                zip.write(content.getValue());
                zip.closeEntry();
            }
        } catch (IOException unwritable) {
            throw new HandoffException(new Finding(
                    ErrorCode.PROOF_FILE,
                    "file " + file,
                    "it cannot be written",
                    "a place to write to",
                    "name another one with --out"));
        }
    }

    static Bundle read(Path file) {
        return read(file, MOST_BYTES);
    }

    static Bundle read(Path file, long mostBytes) {
        if (!Files.isRegularFile(file)) {
            throw new HandoffException(new Finding(
                    ErrorCode.PROOF_FILE,
                    "file " + file,
                    "no such file",
                    "a bundle that handoff proof wrote",
                    "name it"));
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            List<? extends ZipEntry> entries = Collections.list(zip.entries());
            requireNames(file, entries);
            SortedMap<String, byte[]> files = new TreeMap<>();
            long left = mostBytes;
            for (ZipEntry entry : entries) {
                byte[] content = content(file, zip, entry, left);
                left -= content.length;
                files.put(entry.getName(), content);
            }
            return new Bundle(files);
        } catch (ZipException damaged) {
            throw refused(file, "no zip archive, or one that is damaged or cut short", "the file as it was written");
        } catch (IOException | IllegalArgumentException unreadable) {
            throw refused(file, "an archive that ends early or cannot be read", "the file as it was written");
        }
    }

    private static void requireNames(Path file, List<? extends ZipEntry> entries) {
        Set<String> known = BundleFile.known();
        Set<String> found = new TreeSet<>();
        for (ZipEntry entry : entries) {
            if (!known.contains(entry.getName())) {
                throw refused(
                        file, "a file that no bundle has: " + shown(entry.getName()), "the files of a bundle only");
            }
            if (!found.add(entry.getName())) {
                throw refused(file, "two files named " + entry.getName(), "each file once");
            }
        }
        Set<String> missing = new TreeSet<>(BundleFile.required());
        missing.removeAll(found);
        if (!missing.isEmpty()) {
            throw refused(file, "no " + String.join(", ", missing), "every file of a bundle");
        }
    }

    /** By what is really unpacked: what an archive says of its sizes may be wrong. */
    private static byte[] content(Path file, ZipFile zip, ZipEntry entry, long most) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] content = in.readNBytes((int) Math.min(Integer.MAX_VALUE - BUFFER, most + 1));
            if (content.length > most) {
                throw refused(
                        file, entry.getName() + " unpacks to more than is left of the limit", "bundles below 1 GiB");
            }
            return content;
        }
    }

    /** A name as it may be printed. */
    private static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.chars().limit(80).forEach(c -> shown.append(c < ' ' || c > '~' ? '?' : (char) c));
        return "'" + shown + "'";
    }

    private static HandoffException refused(Path file, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.PROOF_REFUSED,
                "bundle " + file,
                observed,
                required,
                "ask for the bundle again from whoever has made it"));
    }
}
