package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.trellara.handoff.coordinate.TargetControl.SinkHalt;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.EmbeddedPostgresServer.StopMode;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of writes that fail. */
final class SinkFailureIT {
    private static final RelationSchema ITEMS =
            schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", "text"));

    private static TestServer server;
    private SinkOnTarget target;
    private long generation;

    @BeforeAll
    static void startServer() {
        server = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(
                server,
                "CREATE TABLE items (id bigint PRIMARY KEY, name text CONSTRAINT no_secret CHECK (name <> 'secret'))");
        generation = target.control().raiseGeneration();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void aRefusedRowHaltsTheRunAndNamesNoValue(int rows) {
        TestBlocks changes = TestBlocks.of(ITEMS);
        for (int i = 0; i < rows; i++) {
            changes.change(ChangeOp.INSERT, 200, i, i + "\tsecret");
        }
        HandoffSinkWriter writer = target.writer();
        write(writer, changes.block(generation, 0));
        Throwable thrown = catchThrowable(() -> writer.flush(false));
        assertThat(thrown)
                .isInstanceOf(SinkHaltException.class)
                .hasMessageContaining("HANDOFF-7001 SINK_WRITE_FAILED: public.items")
                .hasMessageContaining("SQLSTATE 23514 table items constraint no_secret");
        assertThat(ThrowableClassifier.findThrowableOfThrowableType(thrown, ThrowableType.NonRecoverableError))
                .isPresent();
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("'secret'").doesNotContain(", secret");
        List<SinkHalt> halts = target.control().halts(0);
        assertThat(halts).extracting(SinkHalt::code).containsExactly(ErrorCode.SINK_WRITE_FAILED.label());
        assertThat(halts).extracting(SinkHalt::reason).containsExactly(thrown.getMessage());
        assertThat(target.control().halts(halts.get(0).id())).isEmpty();
    }

    @Test
    void aServerThatRestartsInMidFlushIsTransientAndLeavesNothing() throws SQLException {
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, generation, 1, "1\ta", "2\tb"));
        server.embedded().restart(StopMode.IMMEDIATE);
        assertThatThrownBy(() -> writer.flush(false))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SINK_TRANSIENT));
        assertThat(target.rows("SELECT * FROM items")).isEmpty();
        assertThat(target.rows("SELECT * FROM trellara.sink_applied")).isEmpty();
        HandoffSinkWriter next = target.writer();
        write(next, copy(ITEMS, target.control().raiseGeneration(), 2, "1\ta", "2\tb"));
        next.flush(false);
        assertThat(target.rows("SELECT count(*) FROM items")).containsExactly("2");
    }

    @Test
    void aTableThatLostAColumnHaltsTheRun() throws SQLException {
        TestServer.execute(target.database, "ALTER TABLE items DROP COLUMN name");
        HandoffSinkWriter writer = target.writer();
        assertThatThrownBy(() -> write(writer, copy(ITEMS, generation, 1, "1\ta")))
                .isInstanceOf(SinkHaltException.class)
                .hasMessageContaining("TARGET_CHANGED: public.items: observed no column name");
    }
}
