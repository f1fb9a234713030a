package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A view holds exactly the transactions that its boundary covers (design §2, R1): beside writers that use savepoints
 * and roll back, every image of the table equals the replayed stream at the boundary. The rule "read the log position,
 * then SELECT" is put to the same test and fails it.
 */
final class ViewExactnessIT {
    private static final int WRITERS = 8;
    private static final int VIEWS = 60;
    private static final int TWIN_IMAGES = 300;
    private static final long SEED = 20_261_129;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @Test
    void everyViewEqualsTheReplayedStreamAtItsBoundary() throws Exception {
        Scene scene = new Scene();
        List<Image> images = new ArrayList<>();
        try (SeededWriters writers = SeededWriters.start(scene.database, WRITERS, SEED)) {
            for (int i = 0; i < VIEWS; i++) {
                images.add(scene.viewed());
            }
            writers.stop();
            assertThat(writers.transactions()).isGreaterThan(VIEWS);
        }
        assertThat(scene.wrong(images)).isEmpty();
        assertThat(images.stream().map(Image::boundary).distinct()).hasSizeGreaterThan(VIEWS / 2);
    }

    @Test
    void twinThatReadsTheLogPositionFirstIsCaught() throws Exception {
        Scene scene = new Scene();
        List<Image> images = new ArrayList<>();
        try (SeededWriters writers = SeededWriters.start(scene.database, WRITERS, SEED);
                Connection reader = TestServer.open(scene.database)) {
            for (int i = 0; i < TWIN_IMAGES; i++) {
                images.add(positionThenSelect(reader));
            }
            writers.stop();
        }
        assertThat(scene.wrong(images)).isNotEmpty();
    }

    private static Image positionThenSelect(Connection reader) throws SQLException {
        try (Statement statement = reader.createStatement()) {
            Lsn position;
            try (ResultSet row = statement.executeQuery("SELECT pg_current_wal_lsn()::text")) {
                row.next();
                position = Lsn.parse(row.getString(1));
            }
            Map<String, String> rows = new TreeMap<>();
            try (ResultSet row = statement.executeQuery("SELECT id::text, n::text FROM t")) {
                while (row.next()) {
                    rows.put(row.getString(1), row.getString(2));
                }
            }
            return new Image(position, rows);
        }
    }

    /** The table as somebody saw it, and the position that is said to belong to it. */
    private record Image(Lsn boundary, Map<String, String> rows) {}

    private static final class Scene {
        private final ConnectionConfig database;
        private final PostgresDialect dialect;
        private final List<RelationSchema> contract;
        private final Image first;

        Scene() throws SQLException {
            database = server.newDatabase("exact");
            TestServer.execute(
                    database,
                    "CREATE TABLE t (id bigint PRIMARY KEY, n bigint NOT NULL)",
                    "INSERT INTO t SELECT i, 0 FROM generate_series(1, 200) i");
            SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t");
            dialect = new PostgresDialect(config);
            dialect.ensurePublication();
            try (View main = dialect.openMainView(dialect.identity().text(), waiting -> {})) {
                contract = dialect.readSchemas(main.ticket());
                first = image(main);
            }
        }

        Image viewed() {
            try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
                return image(view);
            }
        }

        private Image image(View view) {
            Map<String, String> rows = new TreeMap<>();
            try (ViewSession session = dialect.importView(view.ticket(), contract)) {
                for (String line : SourceUnderTest.lines(session, contract.get(0), KeyRange.ALL)) {
                    String[] cells = line.split("\t", -1);
                    rows.put(cells[0], cells[1]);
                }
            }
            return new Image(Lsn.of(view.ticket().boundary()), rows);
        }

        /** The boundaries whose image is not the first one with every covered transaction applied, in log order. */
        List<Lsn> wrong(List<Image> images) {
            List<Image> ordered = new ArrayList<>(images);
            ordered.sort(Comparator.comparing(Image::boundary));
            List<Lsn> wrong = new ArrayList<>();
            try (ChangeStream stream = dialect.openStream(dialect.identity().text(), first.boundary(), contract)) {
                Replay replay = new Replay(first.rows());
                for (Image image : ordered) {
                    replay.upTo(stream, image.boundary());
                    if (!replay.rows().equals(image.rows())) {
                        wrong.add(image.boundary());
                    }
                }
                assertThat(replay.transactions()).isGreaterThan(0);
            }
            return wrong;
        }
    }
}
