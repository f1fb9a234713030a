package io.trellara.handoff.dialect.postgres;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes pgoutput messages of protocol version 1 as the server does; a cell is a text, null, or {@link #UNCHANGED}. */
final class PgOutputEncoder {
    /** Stands for a large value that was left out. */
    static final String UNCHANGED = "\0unchanged";

    static final long EPOCH_MICROS = 946_684_800_000_000L;

    private PgOutputEncoder() {}

    @FunctionalInterface
    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] message(char type, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(type);
            body.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static byte[] begin(long commit, long micros1970, int xid) {
        return message('B', out -> {
            out.writeLong(commit);
            out.writeLong(micros1970 - EPOCH_MICROS);
            out.writeInt(xid);
        });
    }

    static byte[] commit(long commit, long end) {
        return message('C', out -> {
            out.writeByte(0);
            out.writeLong(commit);
            out.writeLong(end);
            out.writeLong(0);
        });
    }

    static byte[] relation(int oid, String schema, String name, List<StreamContract.MessageColumn> columns) {
        return message('R', out -> {
            out.writeInt(oid);
            string(out, schema);
            string(out, name);
            out.writeByte('d');
            out.writeShort(columns.size());
            for (StreamContract.MessageColumn column : columns) {
                out.writeByte(column.identity() ? 1 : 0);
                string(out, column.name());
                out.writeInt(column.typeOid());
                out.writeInt(-1);
            }
        });
    }

    static byte[] insert(int oid, List<@Nullable String> after) {
        return message('I', out -> {
            out.writeInt(oid);
            row(out, 'N', after);
        });
    }

    /** {@code kind} is K or O, or N for no old image. */
    static byte[] update(int oid, char kind, List<@Nullable String> before, List<@Nullable String> after) {
        return message('U', out -> {
            out.writeInt(oid);
            if (kind != 'N') {
                row(out, kind, before);
            }
            row(out, 'N', after);
        });
    }

    static byte[] delete(int oid, char kind, List<@Nullable String> before) {
        return message('D', out -> {
            out.writeInt(oid);
            row(out, kind, before);
        });
    }

    static byte[] truncate(int options, int... oids) {
        return message('T', out -> {
            out.writeInt(oids.length);
            out.writeByte(options);
            for (int oid : oids) {
                out.writeInt(oid);
            }
        });
    }

    static byte[] type(int oid, String schema, String name) {
        return message('Y', out -> {
            out.writeInt(oid);
            string(out, schema);
            string(out, name);
        });
    }

    static byte[] origin(long lsn, String name) {
        return message('O', out -> {
            out.writeLong(lsn);
            string(out, name);
        });
    }

    static byte[] logicalMessage(String prefix, String content) {
        return message('M', out -> {
            out.writeByte(1);
            out.writeLong(7);
            string(out, prefix);
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        });
    }

    private static void row(DataOutputStream out, char kind, List<@Nullable String> cells) throws IOException {
        out.writeByte(kind);
        out.writeShort(cells.size());
        for (@Nullable String cell : cells) {
            if (cell == null) {
                out.writeByte('n');
            } else if (cell.equals(UNCHANGED)) {
                out.writeByte('u');
            } else {
                byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
                out.writeByte('t');
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }
    }

    private static void string(DataOutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.writeByte(0);
    }
}
