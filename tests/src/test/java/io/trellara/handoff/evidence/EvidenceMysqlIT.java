package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.ORDERS;
import static io.trellara.handoff.evidence.EvidenceRun.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What only MySQL could do to the evidence: at a server whose own settings are as unlike ours as can be. */
@ParameterizedClass
@EnumSource(MysqlVersion.class)
final class EvidenceMysqlIT {
    private static final String COUNT = "SELECT count(*) FROM trellara.run_transitions";

    private static EvidenceServer.Mysql server;
    private static int databases;

    @Parameter
    private MysqlVersion version;

    private EvidenceDatabase database;

    @BeforeParameterizedClassInvocation
    static void start(MysqlVersion version) {
        server = new EvidenceServer.Mysql(EmbeddedMysqlServer.start(
                version,
                Map.of(
                        "sql-mode", "NO_BACKSLASH_ESCAPES,ANSI_QUOTES,NO_AUTO_VALUE_ON_ZERO",
                        "default-time-zone", "+05:30",
                        "transaction-isolation", "REPEATABLE-READ",
                        "character-set-server", "latin1",
                        "sync-binlog", "0",
                        "innodb-flush-log-at-trx-commit", "2")));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() throws SQLException {
        database = EvidenceDatabase.create(server, "odd_" + databases++);
    }

    @Test
    void aServersOwnSettingsDoNotReachTheEvidence() throws SQLException {
        try (JdbcEvidenceStore store = database.store()) {
            EvidenceRun run = new EvidenceRun(store).copyAll();
            assertThat(store.schemas(RUN)).as("at %s", version).containsEntry(ORDERS, EvidenceRun.schema(ORDERS));
            assertThat(store.chunks(RUN).get(1).range().lower().orElseThrow().cells())
                    .containsExactly("a\"\\\n\tü\u0001,[1", "1");
            Instant now = Instant.now();
            assertThat(run.row().startedAt()).isBetween(now.minus(Duration.ofMinutes(5)), now.plusSeconds(60));
            assertThat(run.row().updatedAt()).isBetween(run.row().startedAt(), now.plusSeconds(60));
        }
    }

    @Test
    void positionsMayBeOfAnyLength() {
        Position position = Position.parse(IntStream.range(0, 2_000)
                .mapToObj(i -> "%08x-0000-0000-0000-00000000abcd:1-%d:%d".formatted(i, i + 1, i + 5))
                .collect(Collectors.joining(",")));
        assertThat(position.toString()).hasSizeGreaterThan(70_000);
        try (JdbcEvidenceStore store = database.store()) {
            RunWriter writer = store.open(RUN, "copy-then-stream", "mysql");
            writer.recordSlot("none", position);
            ChunkId chunk = new ChunkId(ORDERS, 0);
            ChunkId other = new ChunkId(ORDERS, 1);
            writer.recordPlan(
                    List.of(EvidenceRun.schema(ORDERS)),
                    Map.of(chunk, KeyRange.ALL, other, KeyRange.ALL),
                    Set.of(chunk, other));
            writer.recordWaveBoundary(0, position);
            writer.claim(moves(store, c -> c.claimed(position)));
            writer.promote(
                    new Promotion(3, moves(store, c -> c.copied(10, 100, 3)), Optional.empty(), ChangeCounts.NONE));
            assertThat(writer.completeCopy(List.of())).isEmpty();
            writer.promote(new Promotion(4, List.of(), Optional.of(position), ChangeCounts.NONE));

            assertThat(store.run(RUN).orElseThrow().streamPosition()).contains(position);
            assertThat(store.chunks(RUN))
                    .hasSize(2)
                    .allSatisfy(c -> assertThat(c.boundary()).contains(position));
            assertThat(store.handoffEvents(RUN)).singleElement().returns(position, HandoffEvent::largestBoundary);
        }
    }

    @Test
    void aWriteReadsWhatWasCommittedWhileItWaited() throws SQLException {
        new EvidenceRun(database.store()).plan();
        try (Connection ours =
                JdbcEvidenceOpening.open(database.connection(), "test").jdbc()) {
            int before = count(ours);
            transition();
            assertThat(count(ours)).isEqualTo(before + 1);
        }
    }

    /** The twin: under the isolation that is MySQL's own, a transaction goes on reading what was. */
    @Test
    void underRepeatableReadAWriteWouldReadThePast() throws SQLException {
        new EvidenceRun(database.store()).plan();
        try (Connection plain = database.connect()) {
            plain.setAutoCommit(false);
            int before = count(plain);
            transition();
            assertThat(count(plain)).isEqualTo(before);
        }
    }

    @Test
    void repeatedMovesAreSuccessWhicheverRowsTheDriverCounts() {
        ConnectionConfig plain = database.connection();
        for (boolean affected : List.of(true, false)) {
            ConnectionConfig counting = new ConnectionConfig(
                    plain.url() + "?useAffectedRows=" + affected, plain.username(), plain.password());
            try (JdbcEvidenceStore store = new JdbcEvidenceStore(counting, "test")) {
                EvidenceRun run = new EvidenceRun(store);
                if (run.row().state() == RunState.PLANNED) {
                    run.plan();
                    List<ChunkMove> claims = run.moves(ChunkState.MEMBER, c -> c.claimed(EvidenceRun.BOUNDARY));
                    run.writer().claim(claims);
                    run.writer().claim(claims);
                    Promotion promotion = run.copied(3);
                    run.writer().promote(promotion);
                    run.writer().promote(promotion);
                }
                assertThat(run.row().copiedRows()).isEqualTo(40);
            }
        }
    }

    @Test
    void aTextThatDoesNotFitIsRefusedAndNotCut() throws SQLException {
        RunKey tooLong = new RunKey("shop", "orders", "r".repeat(141));
        try (JdbcEvidenceStore store = database.store()) {
            assertThatThrownBy(() -> store.open(tooLong, "woven", "mysql")).isInstanceOf(HandoffException.class);
        }
        assertThat(database.column("SELECT run_id FROM trellara.snapshot_runs")).isEmpty();
    }

    @Test
    void aLogOfStatementsIsNamed() throws SQLException {
        database.execute("SET GLOBAL binlog_format = 'STATEMENT'");
        try (JdbcEvidenceStore store = database.store()) {
            assertThatThrownBy(() -> new EvidenceRun(store))
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_UNREACHABLE))
                    .hasMessageContaining("binlog_format");
        } finally {
            database.execute("SET GLOBAL binlog_format = 'ROW'");
        }
    }

    private void transition() throws SQLException {
        database.execute(
                "INSERT INTO trellara.run_transitions (source_id, dataset_id, run_id, from_state, to_state, fence)"
                        + " SELECT source_id, dataset_id, run_id, state, state, fence FROM trellara.snapshot_runs");
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(COUNT)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static List<ChunkMove> moves(EvidenceStore store, UnaryOperator<ChunkRecord> step) {
        return store.chunks(RUN).stream()
                .map(chunk -> new ChunkMove(chunk, step.apply(chunk)))
                .toList();
    }
}
