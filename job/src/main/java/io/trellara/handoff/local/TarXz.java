package io.trellara.handoff.local;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a tar archive compressed with xz: files, folders, links and the executable bit. */
final class TarXz {
    private static final int OWNER_EXECUTES = 0100;

    private TarXz() {}

    static void unpack(byte[] archive, Path into) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                place(tar, entry, into);
            }
        }
        Files.setPosixFilePermissions(into, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void place(TarArchiveInputStream tar, TarArchiveEntry entry, Path into) throws IOException {
        Path path = into.resolve(entry.getName()).normalize();
        if (!path.startsWith(into)) {
            throw new IOException("an entry leads out of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
            Files.createLink(path, into.resolve(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            if ((entry.getMode() & OWNER_EXECUTES) != 0) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }
}
