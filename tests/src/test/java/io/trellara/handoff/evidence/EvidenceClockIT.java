package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.ORDERS;
import static io.trellara.handoff.evidence.EvidenceRun.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The clock of the evidence's server steps back an hour in the middle of a run; what is recorded goes on rising. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class EvidenceClockIT {
    private static final Duration STEP = Duration.ofHours(1);
    private static final Wait WAIT =
            new Wait(WaitKind.FLOOR, "the stream", Duration.ofSeconds(3), WaitHolder.unnamed("a chunk"));

    private static EvidenceServer server;
    private static int databases;

    @Parameter
    private EvidenceServer.Kind kind;

    private EvidenceDatabase database;
    private JdbcEvidenceStore store;
    private EvidenceRun run;

    @BeforeParameterizedClassInvocation
    static void start(EvidenceServer.Kind kind) {
        server = EvidenceServer.start(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void claimedRun() throws SQLException {
        database = EvidenceDatabase.create(server, "clock_" + ++databases);
        store = database.store();
        run = new EvidenceRun(store).plan().claimAll();
        run.writer().waits(List.of(WAIT));
        stepBack();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void movesWavesChunksAndRelationsAreNeverEarlierThanWhatTheyFollow() {
        int before = store.transitions(RUN).size();
        stream();
        List<Instant> times =
                store.transitions(RUN).stream().map(Transition::at).toList();
        assertThat(times).as("at %s", kind).hasSizeGreaterThan(before).isSorted();
        // What a clock that is read as it is would have said: the twin.
        assertThat(Instant.now()).isBefore(times.get(before - 1));
        assertThat(store.waves(RUN))
                .singleElement()
                .satisfies(wave -> assertThat(wave.closedAt())
                        .hasValueSatisfying(closed -> assertThat(closed).isAfterOrEqualTo(wave.openedAt())));
        assertThat(store.chunks(RUN))
                .isNotEmpty()
                .allSatisfy(chunk -> assertThat(chunk.reading().copiedAt())
                        .hasValueSatisfying(copied -> assertThat(copied)
                                .isAfterOrEqualTo(chunk.reading().claimedAt().orElseThrow())));
        assertThat(store.relations(RUN))
                .isNotEmpty()
                .allSatisfy(relation -> assertThat(relation.lastChunkAt())
                        .hasValueSatisfying(last -> assertThat(last)
                                .isAfterOrEqualTo(relation.firstChunkAt().orElseThrow())));
    }

    @Test
    void aVerificationBeginsBehindWhatHasHappened_endsBehindItsBeginning_andItsMoveComesBehindThat() {
        stream();
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        assertThat(VerificationSamples.conclude(store, Verdict.VERIFIED))
                .as("it began behind the divergence")
                .isEqualTo(RunState.VERIFIED);
        List<Instant> times = new ArrayList<>();
        for (VerificationRecord record : store.verifications(RUN)) {
            times.add(0, record.finishedAt().orElseThrow());
            times.add(0, record.startedAt());
        }
        assertThat(times).isSorted().doesNotHaveDuplicates();
        List<Transition> moves = store.transitions(RUN);
        assertThat(moves.stream().map(Transition::at)).isSorted();
        assertThat(moves.get(moves.size() - 1).at()).isAfter(times.get(times.size() - 1));
    }

    @Test
    void aCopyThatEndedWhileARelationWasCompared_isSeenByWhoeverConcludes_andNotByOneThatBeginsLater() {
        stream();
        long overtaken = VerificationSamples.begin(store);
        long request = store.request(ControlRequest.recopy(RUN, ORDERS, List.of(), "ann"));
        RunWriter child = run.writer()
                .planChild(new ChildPlan(
                        ChildKind.RECOPY,
                        request,
                        EvidenceRun.schema(ORDERS),
                        Map.of(new ChunkId(ORDERS, 2), KeyRange.ALL)));
        copy(child);
        run.writer().answer(ControlAnswer.done(request));
        assertThat(copiedSince(overtaken)).isTrue();
        assertThat(VerificationSamples.conclude(store, Verdict.VERIFIED)).isEqualTo(RunState.VERIFIED);
    }

    @Test
    void aWaitGoesOnAndEndsNoEarlierThanItWasSeen() {
        RunWait seen = store.waits(RUN).get(0);
        run.writer().waits(List.of(WAIT));
        assertThat(store.waits(RUN)).containsExactly(seen);
        run.writer().waits(List.of());
        RunWait over = store.waits(RUN).get(0);
        assertThat(over.span().endedAt()).contains(seen.span().seenAt());
        assertThat(over.past().waitedMillis()).isEqualTo(3_000);
    }

    /** An incremental verification compares what was copied since its base began. */
    @Test
    void whatIsCopiedBehindALookIsNotEarlierThanThat() {
        stream();
        VerificationSamples.conclude(store, Verdict.VERIFIED);
        Instant begun = store.verifications(RUN).get(0).startedAt();
        assertThat(begun).as("the clock is an hour behind it").isAfter(Instant.now());
        long request = store.request(ControlRequest.recopy(RUN, ORDERS, List.of(), "ann"));
        copy(run.writer()
                .planChild(new ChildPlan(
                        ChildKind.RECOPY,
                        request,
                        EvidenceRun.schema(ORDERS),
                        Map.of(new ChunkId(ORDERS, 2), KeyRange.ALL))));
        assertThat(store.chunks(ChildRun.key(RUN, ChildKind.RECOPY, 1)))
                .isNotEmpty()
                .allSatisfy(chunk -> assertThat(chunk.reading().copiedAt())
                        .hasValueSatisfying(copied -> assertThat(copied).isAfterOrEqualTo(begun)));
    }

    private boolean copiedSince(long verification) {
        try {
            store.concludeVerification(VerificationSamples.outcome(verification, Verdict.DIVERGED));
            return false;
        } catch (HandoffException e) {
            return e.code() == ErrorCode.VERIFY_TOO_EARLY;
        }
    }

    private void copy(RunWriter child) {
        Lsn floor = Lsn.parse("0/9000");
        RunKey key = ChildRun.key(RUN, ChildKind.RECOPY, 1);
        child.recordSlot("handoff_orders", floor);
        child.openWave(
                0,
                floor,
                store.chunks(key).stream()
                        .map(chunk -> new ChunkMove(chunk, chunk.member(0, floor)))
                        .toList());
        child.recordWaveBoundary(0, floor);
        child.claim(store.chunks(key).stream()
                .map(chunk -> new ChunkMove(chunk, chunk.claimed(floor)))
                .toList());
        child.promote(new Promotion(
                9,
                store.chunks(key).stream()
                        .map(chunk -> new ChunkMove(chunk, chunk.copied(7, 70, 9)))
                        .toList(),
                Optional.empty(),
                ChangeCounts.NONE));
        assertThat(child.completeCopy(List.of())).isEmpty();
    }

    private void stream() {
        run.writer().promote(run.copied(3));
        run.writer().closeWave(0, false, List.of());
        run.writer().completeCopy(List.of());
        run.writer().promote(EvidenceRun.streamed(4, "0/6000"));
    }

    /** Everything that is recorded so far has happened at times that are still to come. */
    private void stepBack() throws SQLException {
        List<String> statements = new ArrayList<>(
                database.mysql()
                        ? database.column("SELECT concat('DROP TRIGGER trellara.', trigger_name) FROM"
                                + " information_schema.triggers WHERE trigger_schema = 'trellara'")
                        : database.column(
                                "SELECT DISTINCT 'ALTER TABLE ' || tgrelid::regclass || ' DISABLE TRIGGER USER'"
                                        + " FROM pg_trigger WHERE NOT tgisinternal"));
        String step = database.mysql()
                ? " + INTERVAL " + STEP.toSeconds() + " SECOND"
                : " + INTERVAL '" + STEP.toSeconds() + " seconds'";
        for (String column : List.of(
                "snapshot_runs.started_at",
                "run_transitions.at",
                "run_waits.seen_at",
                "run_waits.since",
                "snapshot_waves.opened_at",
                "snapshot_chunks.claimed_at",
                "snapshot_table_progress.first_chunk_at")) {
            String name = column.substring(column.indexOf('.') + 1);
            statements.add("UPDATE trellara." + column.substring(0, column.indexOf('.')) + " SET " + name + " = " + name
                    + step);
        }
        database.execute(statements.toArray(String[]::new));
    }
}
