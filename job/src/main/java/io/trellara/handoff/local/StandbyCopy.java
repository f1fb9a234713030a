package io.trellara.handoff.local;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A running server's files as a standby starts from them. The packaged servers come without pg_basebackup; this is what
 * it does, by the server's own backup functions.
 */
final class StandbyCopy {
    /** Folders whose content is the server's own business. */
    private static final Set<String> EMPTY = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts");

    private StandbyCopy() {}

    /** The standby's settings over its own ones: whom it follows, and by which slot. */
    static Map<String, String> settings(EmbeddedPostgresServer primary, String slot, Map<String, String> own) {
        Map<String, String> all = new TreeMap<>(own);
        all.put("primary_slot_name", slot);
        all.put(
                "primary_conninfo",
                "host=127.0.0.1 port=" + primary.port() + " user=" + primary.superuser() + " password="
                        + primary.password() + " dbname=postgres");
        return all;
    }

    /** Makes the slot that keeps the log for the standby from now on. */
    static void reserve(EmbeddedPostgresServer server, String slot) throws IOException {
        try (Connection session = server.open("postgres");
                PreparedStatement create =
                        session.prepareStatement("SELECT pg_create_physical_replication_slot(?, true)")) {
            create.setString(1, slot);
            create.execute();
        } catch (SQLException e) {
            throw new IOException("no slot for a standby: SQLSTATE " + e.getSQLState(), e);
        }
    }

    /** Copies the server's files into {@code data}, which is made, and marks them as a standby's. */
    static void take(EmbeddedPostgresServer server, Path data) throws IOException {
        try (Connection session = server.open("postgres");
                Statement statement = session.createStatement()) {
            statement.execute("SELECT pg_backup_start('standby', true)");
            Path from = Path.of(value(statement, "SELECT current_setting('data_directory')"));
            Files.walkFileTree(from, new Copy(from, data));
            Files.writeString(
                    data.resolve("backup_label"), value(statement, "SELECT labelfile FROM pg_backup_stop(false)"));
            Files.createFile(data.resolve("standby.signal"));
        } catch (SQLException e) {
            throw new IOException("no backup: SQLSTATE " + e.getSQLState(), e);
        }
    }

    private static String value(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static final class Copy extends SimpleFileVisitor<Path> {
        private final Path from;
        private final Path to;

        Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Path inner = from.relativize(folder);
            Files.createDirectory(
                    to.resolve(inner),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return EMPTY.contains(inner.toString()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Path inner = from.relativize(file);
            if (!LEFT_OUT.contains(inner.toString())) {
                try {
                    Files.copy(file, to.resolve(inner));
                } catch (NoSuchFileException removedMeanwhile) {
                    return FileVisitResult.CONTINUE;
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE; // the server removes files while it is copied; the log tells it again
            }
            throw failure;
        }
    }
}
