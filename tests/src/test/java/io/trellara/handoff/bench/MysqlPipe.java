package io.trellara.handoff.bench;

import com.mysql.cj.jdbc.Driver;
import com.mysql.cj.jdbc.JdbcStatement;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.ServerSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The limit, as a process of its own: what a MySQL source answers to a bare {@code SELECT} goes row by row into
 * {@code LOAD DATA LOCAL}, or into {@code COPY}, chunk by chunk, each a transaction; no checkpoints, no bookkeeping.
 */
final class MysqlPipe {
    static final String READY = "ready";
    static final String DONE = "done";

    private static final String COPY = "COPY " + MysqlBenchTable.NAME + " FROM STDIN";
    private static final String LOAD =
            "LOAD DATA LOCAL INFILE 'rows' INTO TABLE " + MysqlBenchTable.NAME + " CHARACTER SET utf8mb4";

    private final Connection from;
    private final Connection to;
    private final boolean mysql;

    private MysqlPipe() throws SQLException {
        this.from = mysql(config("PIPE_FROM"));
        ConnectionConfig target = config("PIPE_TO");
        this.mysql = target.kind() == DatabaseKind.MYSQL;
        this.to = mysql ? mysql(target) : ServerSession.open(target, "bench pipe");
        execute(to, mysql ? "SET time_zone = '+00:00'" : "SET timezone = 'UTC'");
        execute(from, "SET time_zone = '+00:00'");
    }

    /** An environment's value that leads there. */
    static String address(ConnectionConfig config) {
        return config.url() + " " + config.username() + " " + config.password();
    }

    /**
     * Says when it is connected, and begins when it is answered; says when it is done, and ends when it is answered.
     */
    public static void main(String[] arguments) throws SQLException, IOException {
        Queue<String> chunks =
                new ConcurrentLinkedQueue<>(List.of(System.getenv("PIPE_CHUNKS").split(",")));
        List<MysqlPipe> pipes = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(System.getenv("PIPE_CONNECTIONS")); i++) {
            pipes.add(new MysqlPipe());
        }
        System.out.println(READY);
        if (System.in.read() < 0) {
            return;
        }
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (MysqlPipe pipe : pipes) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            new Thread(() -> pipe.run(chunks, end)).start();
        }
        ends.forEach(CompletableFuture::join);
        System.out.println(DONE);
        if (System.in.read() < 0) {
            throw new IllegalStateException("nobody has answered");
        }
    }

    private void run(Queue<String> chunks, CompletableFuture<Void> end) {
        try (from;
                to) {
            for (String chunk = chunks.poll(); chunk != null; chunk = chunks.poll()) {
                copy(chunk);
            }
            end.complete(null);
        } catch (SQLException | IOException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    /** @param chunk {@code from-to}, both inclusive */
    private void copy(String chunk) throws SQLException, IOException {
        String[] bounds = chunk.split("-", 2);
        try (Statement select = from.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            select.setFetchSize(Integer.MIN_VALUE);
            String sql =
                    "SELECT * FROM " + MysqlBenchTable.NAME + " WHERE id BETWEEN " + bounds[0] + " AND " + bounds[1];
            try (Rows rows = new Rows(select.executeQuery(sql))) {
                load(rows);
            }
        }
    }

    private void load(Rows rows) throws SQLException, IOException {
        if (!mysql) {
            to.unwrap(org.postgresql.PGConnection.class).getCopyAPI().copyIn(COPY, rows);
            return;
        }
        try (Statement load = to.createStatement()) {
            load.unwrap(JdbcStatement.class).setLocalInfileInputStream(rows);
            load.execute(LOAD);
            if (load.getWarnings() != null) {
                throw load.getWarnings();
            }
        }
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ConnectionConfig config(String variable) {
        String[] parts = System.getenv(variable).split(" ", 3);
        return new ConnectionConfig(parts[0], parts[1], parts[2]);
    }

    private static Connection mysql(ConnectionConfig server) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("allowLoadLocalInfile", "true");
        return new Driver().connect(server.url(), properties);
    }

    /** Rows as lines of text. */
    private static final class Rows extends InputStream {
        private static final int FEW = 1 << 16;

        private final ResultSet rows;
        private final int columns;
        private byte[] lines = new byte[FEW];
        private int next;
        private int end;

        Rows(ResultSet rows) throws SQLException {
            this.rows = rows;
            this.columns = rows.getMetaData().getColumnCount();
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int count) {
            if (next == end && !more()) {
                return -1;
            }
            int some = Math.min(count, end - next);
            System.arraycopy(lines, next, into, offset, some);
            next += some;
            return some;
        }

        private boolean more() {
            next = 0;
            end = 0;
            try {
                while (end < FEW / 2 && rows.next()) {
                    line();
                }
                return end > 0;
            } catch (SQLException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        }

        private void line() throws SQLException {
            for (int i = 1; i <= columns; i++) {
                byte[] cell = rows.getBytes(i);
                room(2 * (cell == null ? 1 : cell.length) + 1);
                if (cell == null) {
                    lines[end++] = '\\';
                    lines[end++] = 'N';
                } else {
                    escaped(cell);
                }
                lines[end++] = (byte) (i < columns ? '\t' : '\n');
            }
        }

        private void room(int bytes) {
            if (lines.length - end < bytes) {
                lines = java.util.Arrays.copyOf(lines, 2 * lines.length + bytes);
            }
        }

        private void escaped(byte[] cell) {
            for (byte b : cell) {
                if (b == '\\' || b == '\t' || b == '\n') {
                    lines[end++] = '\\';
                }
                lines[end++] = b == '\t' ? (byte) 't' : b == '\n' ? (byte) 'n' : b;
            }
        }

        @Override
        public void close() throws IOException {
            try {
                rows.close();
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }
}
