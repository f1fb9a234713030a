package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.BOUNDARY;
import static io.trellara.handoff.evidence.EvidenceRun.LINES;
import static io.trellara.handoff.evidence.EvidenceRun.ORDERS;
import static io.trellara.handoff.evidence.EvidenceRun.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.SourceLog;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import io.trellara.handoff.report.ReportFacts;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A run's way through its states, and what the store refuses on it. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class EvidenceIT {
    private static EvidenceServer server;
    private static int databases;
    private EvidenceDatabase database;
    private JdbcEvidenceStore store;

    @Parameter
    private EvidenceServer.Kind kind;

    @BeforeParameterizedClassInvocation
    static void start(EvidenceServer.Kind kind) {
        server = EvidenceServer.start(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open(TestInfo test) throws SQLException {
        database = EvidenceDatabase.create(server, "evidence_" + ++databases);
        store = database.store();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void walksFromPlannedToStreamingAndRecordsEveryMove() {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        assertThat(run.row())
                .returns(RunState.COPYING_TABLE, RunRecord::state)
                .returns(40L, RunRecord::copiedRows)
                .returns(Optional.of(BOUNDARY), RunRecord::consistentLsn)
                .returns(Optional.of("handoff_orders"), RunRecord::slotName);

        assertThat(run.writer().completeCopy(List.of())).isEmpty();
        assertThat(run.row().state()).isEqualTo(RunState.STREAM_HANDOFF_READY);
        run.writer().promote(EvidenceRun.streamed(4, "0/6000"));

        assertThat(run.row())
                .returns(RunState.STREAMING, RunRecord::state)
                .returns(Optional.of(Lsn.parse("0/6000")), RunRecord::streamPosition);
        assertThat(store.transitions(RUN))
                .extracting(Transition::to)
                .containsExactly(
                        RunState.SLOT_CREATED,
                        RunState.SNAPSHOT_EXPORTED,
                        RunState.COPYING_TABLE,
                        RunState.COPY_COMPLETE,
                        RunState.STREAM_HANDOFF_READY,
                        RunState.STREAMING);
        assertThat(store.relations(RUN))
                .allSatisfy(relation -> assertThat(relation)
                        .returns("copied", RelationRecord::state)
                        .returns(20L, RelationRecord::copiedRows)
                        .returns(200L, RelationRecord::bytesCopied)
                        .returns(Optional.of(BOUNDARY), RelationRecord::watermark)
                        .returns("id,line", RelationRecord::keyColumns));
        assertThat(store.handoffEvents(RUN))
                .hasSize(2)
                .allSatisfy(event -> assertThat(event)
                        .returns(BOUNDARY, HandoffEvent::watermark)
                        .returns(20L, HandoffEvent::copiedRows)
                        .returns(3L, HandoffEvent::checkpointId));
    }

    @Test
    void readsBackContractAndPlanAsTheyWereRecorded() {
        new EvidenceRun(store).plan();
        assertThat(store.schemas(RUN))
                .containsEntry(ORDERS, EvidenceRun.schema(ORDERS))
                .containsEntry(LINES, EvidenceRun.schema(LINES))
                .hasSize(2);
        List<ChunkRecord> chunks = store.chunks(RUN);
        assertThat(chunks)
                .extracting(chunk -> chunk.id().toString())
                .containsExactly("public.lines#0", "public.lines#1", "public.orders#0", "public.orders#1");
        assertThat(chunks.get(0).range().lower()).isEmpty();
        assertThat(chunks.get(0).range().upper())
                .isEqualTo(chunks.get(1).range().lower());
        assertThat(chunks.get(1).range().lower().orElseThrow().cells()).containsExactly("a\"\\\n\tü\u0001,[1", "1");
        assertThat(store.waves(RUN)).singleElement().returns(BOUNDARY, WaveRecord::floor);
    }

    @Test
    void samplesSayWhatTheRunWasLikeWhenTheyWereTaken() {
        EvidenceRun run = new EvidenceRun(store);
        run.writer().sample(SourceLog.UNKNOWN);
        run.copyAll();
        run.writer().completeCopy(List.of());
        run.writer().promote(new Promotion(4, List.of(), Optional.of(Lsn.parse("0/6000")), new ChangeCounts(9, 2, 5)));
        SourceLog log = new SourceLog(
                OptionalLong.of(1),
                OptionalLong.of(2),
                OptionalLong.of(3),
                OptionalLong.of(Long.MAX_VALUE),
                OptionalLong.of(5));
        run.writer().sample(log);

        assertThat(store.samples(RUN)).hasSize(2);
        assertThat(store.samples(RUN).get(0))
                .returns(RunState.PLANNED, RunSample::state)
                .returns(0L, RunSample::bytesCopied)
                .returns(Optional.empty(), RunSample::streamPosition)
                .returns(SourceLog.UNKNOWN, RunSample::log);
        assertThat(store.samples(RUN).get(1))
                .returns(RunState.STREAMING, RunSample::state)
                .returns(40L, RunSample::copiedRows)
                .returns(400L, RunSample::bytesCopied)
                .returns(new ChangeCounts(9, 2, 5), RunSample::changes)
                .returns(Optional.of(Lsn.parse("0/6000")), RunSample::streamPosition)
                .returns(log, RunSample::log)
                .satisfies(s -> assertThat(s.at())
                        .isBetween(run.row().startedAt(), Instant.now().plusSeconds(60)));
    }

    @Test
    void waitsSayForWhomAndSinceWhenAndEndWhereTheyAreNotSeenAnyMore() {
        EvidenceRun run = new EvidenceRun(store);
        WaitHolder holder = new WaitHolder("transaction 733 of session 4711", 4711, "733", 60_000);
        run.writer().waits(List.of(new Wait(WaitKind.SLOT_CREATION, "slot creation", Duration.ofSeconds(5), holder)));
        RunWait begun = store.waits(RUN).get(0);
        assertThat(begun)
                .returns(WaitKind.SLOT_CREATION, RunWait::kind)
                .returns("slot creation waits for transaction 733 of session 4711", RunWait::what)
                .returns(OptionalLong.of(4711), RunWait::session)
                .returns(Optional.of("733"), RunWait::transaction)
                .returns(true, RunWait::open)
                .returns(new RunWait.Past(1, 0), RunWait::past);
        assertThat(begun.span().since())
                .isCloseTo(begun.span().seenAt().minusSeconds(5), within(1, ChronoUnit.SECONDS));
        assertThat(begun.heldSince()).contains(begun.span().seenAt().minusSeconds(60));

        WaitHolder other = WaitHolder.unnamed("the server to find a consistent point");
        run.writer().waits(List.of(new Wait(WaitKind.SLOT_CREATION, "slot creation", Duration.ofSeconds(9), other)));
        assertThat(store.waits(RUN).get(0))
                .returns(OptionalLong.empty(), RunWait::session)
                .returns(Optional.empty(), RunWait::transaction)
                .returns(Optional.empty(), RunWait::heldSince)
                .returns(begun.span().since(), wait -> wait.span().since());

        run.writer().waits(List.of());
        RunWait over = store.waits(RUN).get(0);
        assertThat(over.open()).isFalse();
        assertThat(over.past().waits()).isEqualTo(1);
        assertThat(over.past().waitedMillis())
                .isCloseTo(
                        Duration.between(
                                        over.span().since(),
                                        over.span().endedAt().orElseThrow())
                                .toMillis(),
                        within(1_000L))
                .isGreaterThanOrEqualTo(5_000);
        run.writer().waits(List.of());
        assertThat(store.waits(RUN)).containsExactly(over);
    }

    /** A coordinator that was killed ends nothing: its wait ended when it was seen last, as far as anybody knows. */
    @Test
    void waitsOfAnEarlierWriterEndWhenItSawThemLast() {
        EvidenceRun run = new EvidenceRun(store);
        Wait wait = new Wait(WaitKind.FLOOR, "the stream", Duration.ofSeconds(3), WaitHolder.unnamed("a chunk"));
        run.writer().waits(List.of(wait));
        RunWriter earlier = run.writer();
        RunWriter next = store.open(RUN, "copy-then-stream", "postgresql");
        next.waits(List.of());
        RunWait over = store.waits(RUN).get(0);
        assertThat(over.span().endedAt()).contains(over.span().seenAt());
        assertThat(over.past().waitedMillis()).isBetween(3_000L, 4_000L);
        assertThatThrownBy(() -> earlier.waits(List.of(wait)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED_OUT));
        next.waits(List.of(wait));
        assertThat(store.waits(RUN).get(0))
                .returns(true, RunWait::open)
                .returns(2L, w -> w.past().waits());
    }

    /** The run goes on between any two of its reads: without the one moment the second sees what the first did not. */
    @Test
    void whatIsReadAtOneMomentIsOfOneMomentThoughTheRunGoesOn() {
        EvidenceRun run = new EvidenceRun(store);
        try (JdbcEvidenceStore reader = database.store()) {
            RunState before = reader.atOneMoment(() -> {
                RunState first = reader.run(RUN).orElseThrow().state();
                run.copyAll();
                run.writer().sample(SourceLog.UNKNOWN);
                assertThat(reader.relations(RUN)).isEmpty();
                assertThat(reader.samples(RUN)).isEmpty();
                assertThat(reader.run(RUN).orElseThrow().state()).isEqualTo(first);
                return first;
            });
            assertThat(before).isEqualTo(RunState.PLANNED);
            assertThat(reader.relations(RUN)).hasSize(2);
            assertThat(reader.samples(RUN)).hasSize(1);
        }
    }

    /** The one that is read last changes before it is read. */
    @Test
    void factsAndReportAreOfOneMoment() {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        try (JdbcEvidenceStore reader = database.store()) {
            EvidenceReader moving = moving(reader, () -> {
                run.writer().completeCopy(List.of());
                run.writer().sample(SourceLog.UNKNOWN);
            });
            ReportFacts report = ReportFacts.read(moving, RUN).orElseThrow();
            assertThat(report.own().events()).isEmpty();
            assertThat(report.samples()).isEmpty();
            assertThat(RunFacts.read(moving, RUN).orElseThrow().events()).hasSize(2);
            assertThat(ReportFacts.read(moving, RUN).orElseThrow().samples()).hasSize(1);
        }
    }

    /** A reader behind whose first question for relations the run moves on, once. */
    private static EvidenceReader moving(EvidenceReader reader, Runnable move) {
        AtomicBoolean moved = new AtomicBoolean();
        return (EvidenceReader) Proxy.newProxyInstance(
                EvidenceIT.class.getClassLoader(),
                new Class<?>[] {EvidenceReader.class},
                (proxy, method, arguments) -> {
                    Object answer = method.invoke(reader, arguments);
                    if (method.getName().equals("relations") && moved.compareAndSet(false, true)) {
                        move.run();
                    }
                    return answer;
                });
    }

    @Test
    void chunksKeepWhoReadThemAndWhen() {
        EvidenceRun run = new EvidenceRun(store).plan();
        assertThat(store.chunks(RUN)).extracting(ChunkRecord::reading).containsOnly(ChunkReading.NONE);
        List<ChunkMove> claims =
                run.moves(ChunkState.MEMBER, c -> c.claimed(BOUNDARY).by(3));
        run.writer().claim(claims);
        run.writer().claim(claims);
        ChunkReading claimed = store.chunks(RUN).get(0).reading();
        assertThat(claimed.reader()).hasValue(3);
        assertThat(claimed.copiedAt()).isEmpty();

        Promotion copied = run.copied(3);
        run.writer().promote(copied);
        run.writer().promote(copied);
        assertThat(store.chunks(RUN)).allSatisfy(chunk -> {
            ChunkReading reading = chunk.reading();
            assertThat(reading.reader()).hasValue(3);
            assertThat(reading.claimedAt()).isEqualTo(claimed.claimedAt()).isPresent();
            assertThat(reading.copiedAt().orElseThrow())
                    .isAfter(reading.claimedAt().orElseThrow());
        });
    }

    @Test
    void olderWriterChangesNothing() throws SQLException {
        EvidenceRun older = new EvidenceRun(store).plan();
        Promotion promotion = new Promotion(9, List.of(), Optional.empty(), new ChangeCounts(9, 2, 5));
        List<ChunkMove> claims = older.moves(ChunkState.MEMBER, c -> c.claimed(BOUNDARY));
        EvidenceRun newer = new EvidenceRun(store);
        assertThat(newer.writer().fence()).isEqualTo(older.writer().fence() + 1);
        List<String> before = database.image();

        RunWriter writer = older.writer();
        List<ThrowingCallable> writes = List.of(
                writer::current,
                () -> writer.transition(RunState.SNAPSHOT_EXPORTED, Optional.of("x"), Optional.empty()),
                () -> writer.bindSource("pg:7000:1:shop"),
                () -> writer.intendSlot("handoff_orders"),
                () -> writer.recordSlot("handoff_orders", BOUNDARY),
                () -> writer.recordPlan(List.of(), Map.of(), Set.of()),
                () -> writer.openWave(1, BOUNDARY, List.of()),
                () -> writer.recordWaveBoundary(0, BOUNDARY),
                () -> writer.closeWave(0, true, List.of()),
                () -> writer.claim(claims),
                () -> writer.promote(promotion),
                () -> writer.completeCopy(List.of()),
                () -> writer.sample(SourceLog.UNKNOWN),
                () -> writer.haltFromSink(1, "c", "r"),
                () -> writer.halt("c", "r"),
                writer::resume);
        writes.forEach(write -> assertRefused(ErrorCode.FENCED_OUT, write));

        assertThat(database.image()).isEqualTo(before);
        newer.writer().claim(claims);
        assertThat(newer.row().state()).isEqualTo(RunState.COPYING_TABLE);
    }

    /** The twin: what the older writer would do if its statements did not ask for the fence. */
    @Test
    void withoutTheFenceAnOlderWriterWouldChangeTheRun() throws SQLException {
        new EvidenceRun(store).plan();
        new EvidenceRun(store);
        List<String> before = database.image();
        database.execute("UPDATE trellara.snapshot_runs SET state = 'failed_recoverable', failure_reason = 'late'");
        assertThat(database.image()).isNotEqualTo(before);
    }

    @Test
    void repeatedMovesOfMyOwnAttemptAreSuccessAndForeignOnesAConflict() throws SQLException {
        EvidenceRun run = new EvidenceRun(store).plan();
        List<ChunkMove> claims = run.moves(ChunkState.MEMBER, c -> c.claimed(BOUNDARY));
        run.writer().claim(claims);
        run.writer().claim(claims);

        Promotion first = run.copied(3);
        run.writer().promote(first);
        List<String> before = database.column("SELECT copied_rows FROM trellara.snapshot_table_progress");
        run.writer().promote(first);
        assertThat(database.column("SELECT copied_rows FROM trellara.snapshot_table_progress"))
                .isEqualTo(before);
        assertThat(run.row().copiedRows()).isEqualTo(40);

        assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> run.writer().claim(claims));
        Promotion other = new Promotion(
                4,
                first.copied().stream()
                        .map(move -> new ChunkMove(move.before(), move.before().copied(11, 100, 4)))
                        .toList(),
                Optional.empty(),
                ChangeCounts.NONE);
        assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> run.writer().promote(other));
        assertThat(run.row().copiedRows()).isEqualTo(40);
    }

    @Test
    void reportOfAnOldAttemptIsRefused() {
        EvidenceRun run = new EvidenceRun(store).plan().claimAll();
        Promotion ofFirstAttempt = run.copied(3);
        run.writer().closeWave(0, true, List.of());
        run.writer().openWave(1, Lsn.parse("0/5000"), run.moves(ChunkState.CLAIMED, c -> c.member(1, BOUNDARY)));
        Lsn later = Lsn.parse("0/7000");
        run.writer().recordWaveBoundary(1, later);
        run.writer().claim(run.moves(ChunkState.CLAIMED, c -> c.claimed(later)));

        assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> run.writer().promote(ofFirstAttempt));
        run.writer().promote(run.copied(4));
        assertThat(run.writer().completeCopy(List.of())).isEmpty();
        assertThat(store.chunks(RUN))
                .allSatisfy(chunk -> assertThat(chunk)
                        .returns(2, ChunkRecord::attempts)
                        .returns(Optional.of(BOUNDARY), ChunkRecord::gate));
        assertThat(store.handoffEvents(RUN))
                .allSatisfy(event -> assertThat(event)
                        .returns(BOUNDARY, HandoffEvent::watermark)
                        .returns(later, HandoffEvent::largestBoundary));
        assertThat(store.waves(RUN))
                .extracting(WaveRecord::outcome)
                .containsExactly(Optional.of("lost"), Optional.empty());
    }

    @Test
    void claimNeedsTheRecordedBoundaryOfItsWave() throws SQLException {
        EvidenceRun run = new EvidenceRun(store).plan();
        List<String> before = database.image();
        assertRefused(
                ErrorCode.EVIDENCE_CONFLICT,
                () -> run.writer().claim(run.moves(ChunkState.MEMBER, c -> c.claimed(Lsn.parse("0/6000")))));
        assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> run.writer().recordWaveBoundary(0, Lsn.parse("0/6000")));
        assertThat(database.image()).isEqualTo(before);
    }

    /** A wave has no boundary there, and chunks of it have several; each covers the floor. */
    @Test
    void claimsInReadersOwnViewsNeedABoundaryThatCoversTheFloor() throws SQLException {
        String server = "3e11fa47-71ca-11e1-9e33-c80aa9429562:";
        EvidenceRun run = new EvidenceRun(store).planWithOwnViews(Position.parse(server + "1-5:7"));
        List<String> before = database.image();
        for (String lacking : List.of("1-6", "1-5:8")) {
            Position behind = Position.parse(server + lacking);
            List<ChunkMove> claims = run.moves(ChunkState.MEMBER, c -> c.claimed(behind));
            assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> run.writer().claim(claims));
        }
        assertThat(database.image()).isEqualTo(before);
        List<Position> boundaries = List.of(Position.parse(server + "1-5:7-9"), Position.parse(server + "1-7"));
        for (Position boundary : boundaries) {
            ChunkMove first =
                    run.moves(ChunkState.MEMBER, c -> c.claimed(boundary)).get(0);
            run.writer().claim(List.of(first));
        }
        assertThat(store.chunks(RUN).stream().flatMap(chunk -> chunk.boundary().stream()))
                .containsExactlyInAnyOrderElementsOf(boundaries);
    }

    @Test
    void aClaimBeforeItsWavesViewIsOpenIsRefused() {
        EvidenceRun run = new EvidenceRun(store).plan();
        run.writer().closeWave(0, true, run.moves(ChunkState.MEMBER, ChunkRecord::released));
        run.writer().openWave(1, BOUNDARY, run.moves(ChunkState.PLANNED, c -> c.member(1, BOUNDARY)));
        assertRefused(
                ErrorCode.EVIDENCE_CONFLICT,
                () -> run.writer().claim(run.moves(ChunkState.MEMBER, c -> c.claimed(BOUNDARY))));
    }

    @Test
    void viewBelowTheFloorIsRefused() {
        EvidenceRun run = new EvidenceRun(store).plan();
        run.writer().openWave(1, Lsn.parse("0/8000"), List.of());
        assertRefused(ErrorCode.VIEW_BELOW_FLOOR, () -> run.writer().recordWaveBoundary(1, Lsn.parse("0/7FFF")));
        run.writer().recordWaveBoundary(1, Lsn.parse("0/8000"));
    }

    @Test
    void membersThatWereNeverClaimedGoBackToPlanned() {
        EvidenceRun run = new EvidenceRun(store).plan();
        run.writer().closeWave(0, true, run.moves(ChunkState.MEMBER, ChunkRecord::released));
        assertThat(store.chunks(RUN))
                .allSatisfy(chunk -> assertThat(chunk)
                        .returns(ChunkState.PLANNED, ChunkRecord::state)
                        .returns(Optional.empty(), ChunkRecord::firstFloor));
    }

    @Test
    void handoffIsBlockedWhileAChunkIsNotCopied() {
        EvidenceRun run = new EvidenceRun(store).plan().claimAll();
        assertThat(run.writer().completeCopy(List.of()))
                .hasSize(2)
                .allSatisfy(blocker -> assertThat(blocker.code()).isEqualTo(ErrorCode.COPY_INCOMPLETE.label()))
                .allSatisfy(blocker -> assertThat(blocker.recovery()).isNotBlank());
        assertThat(run.row().state()).isEqualTo(RunState.COPYING_TABLE);
        assertThat(store.handoffEvents(RUN)).isEmpty();
    }

    @Test
    void handoffIsBlockedByDriftAndOpensWhenItIsGone() {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        Blocker drift = new Blocker(ErrorCode.SCHEMA_CHANGED.label(), "public.orders", "a column", "refresh");
        assertThat(run.writer().completeCopy(List.of(drift))).containsExactly(drift);
        assertThat(run.row().state()).isEqualTo(RunState.COPY_COMPLETE);
        assertThat(store.handoffEvents(RUN)).isEmpty();
        assertThat(run.writer().completeCopy(List.of())).isEmpty();
        assertThat(run.row().state()).isEqualTo(RunState.STREAM_HANDOFF_READY);
    }

    @Test
    void handoffIsBlockedByMissingRowsAndByCountsThatDiffer() throws SQLException {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        database.execute(
                "DELETE FROM trellara.snapshot_chunks WHERE relation = 'public.lines' AND chunk = 1",
                "UPDATE trellara.snapshot_chunks SET copied_rows = 9 WHERE relation = 'public.orders' AND chunk = 0");
        assertThat(run.writer().completeCopy(List.of()))
                .extracting(Blocker::code, Blocker::object)
                .contains(
                        org.assertj.core.groups.Tuple.tuple(ErrorCode.EVIDENCE_INCOMPLETE.label(), "public.lines"),
                        org.assertj.core.groups.Tuple.tuple(ErrorCode.EVIDENCE_INCOMPLETE.label(), "public.orders"));
        assertThat(store.handoffEvents(RUN)).isEmpty();
    }

    /** R1's twin: the constraints that keep a run from copying without a boundary are taken away. */
    @Test
    void copiedRowsWithoutABoundaryBlockTheHandoffAndStopEveryClaim() throws SQLException {
        EvidenceRun run = new EvidenceRun(store).plan().claimAll();
        Promotion promotion = run.copied(3);
        assertThatThrownBy(() -> database.execute("UPDATE trellara.snapshot_runs SET consistent_lsn = NULL"))
                .isInstanceOf(SQLException.class);
        database.execute(
                kind == EvidenceServer.Kind.POSTGRESQL
                        ? "ALTER TABLE trellara.snapshot_runs DROP CONSTRAINT snapshot_runs_bound,"
                                + " DROP CONSTRAINT snapshot_runs_boundary_first, DISABLE TRIGGER run_guard"
                        : "DROP TRIGGER trellara.snapshot_runs_guard",
                "UPDATE trellara.snapshot_runs SET consistent_lsn = NULL, copied_rows = 10");

        assertThat(run.writer().completeCopy(List.of()))
                .extracting(Blocker::code)
                .contains(ErrorCode.BOUNDARY_MISSING.label());
        assertRefused(ErrorCode.BOUNDARY_MISSING, () -> run.writer().claim(List.of()));
        assertRefused(ErrorCode.BOUNDARY_MISSING, () -> run.writer().promote(promotion));
        assertThat(store.handoffEvents(RUN)).isEmpty();
    }

    @Test
    void haltKeepsItsFirstCauseAndResumeWalksForwardWithoutCopyingAgain() {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        run.writer().completeCopy(List.of());
        run.writer().promote(EvidenceRun.streamed(4, "0/6000"));
        run.writer().halt(ErrorCode.SLOT_LOST.label(), "wal_status lost");
        run.writer().halt(ErrorCode.STREAM_FAILED.label(), "and then this");
        assertThat(run.row())
                .returns(RunState.FAILED_RECOVERABLE, RunRecord::state)
                .returns(Optional.of(ErrorCode.SLOT_LOST.label()), RunRecord::failureCode);
        assertThat(run.writer().completeCopy(List.of()))
                .extracting(Blocker::code)
                .containsExactly(ErrorCode.RUN_HALTED.label());

        List<HandoffEvent> events = store.handoffEvents(RUN);
        EvidenceRun again = new EvidenceRun(store);
        again.writer().resume();
        assertThat(again.row())
                .returns(RunState.COPYING_TABLE, RunRecord::state)
                .returns(Optional.empty(), RunRecord::failureCode);
        assertThat(again.writer().completeCopy(List.of())).isEmpty();
        again.writer().promote(EvidenceRun.streamed(1, "0/5800"));
        assertThat(again.row())
                .returns(RunState.STREAMING, RunRecord::state)
                .returns(Optional.of(Lsn.parse("0/6000")), RunRecord::streamPosition);
        assertThat(store.handoffEvents(RUN)).isEqualTo(events);
        assertThat(store.transitions(RUN))
                .extracting(Transition::code)
                .contains(Optional.of(ErrorCode.SLOT_LOST.label()), Optional.of(ErrorCode.STREAM_FAILED.label()));
    }

    @Test
    void failureBeforeTheBoundaryIsRecordedWithoutAMove() {
        EvidenceRun run = new EvidenceRun(store);
        run.writer().halt(ErrorCode.WAL_LEVEL.label(), "wal_level replica");
        assertThat(run.row())
                .returns(RunState.PLANNED, RunRecord::state)
                .returns(Optional.of(ErrorCode.WAL_LEVEL.label()), RunRecord::failureCode);
        run.writer().recordSlot("handoff_orders", BOUNDARY);
        assertThat(run.row().failureCode()).isEmpty();
    }

    @Test
    void resumeGoesNoFurtherThanTheEvidenceCarries() {
        EvidenceRun run = new EvidenceRun(store);
        run.writer().recordSlot("handoff_orders", BOUNDARY);
        run.writer().halt("c", "r");
        run.writer().resume();
        assertThat(run.row().state()).isEqualTo(RunState.SLOT_CREATED);
        run.plan();
        run.writer().halt("c", "r");
        run.writer().resume();
        assertThat(run.row().state()).isEqualTo(RunState.SNAPSHOT_EXPORTED);
    }

    @Test
    void aSinksHaltIsTakenOnce() {
        EvidenceRun run = new EvidenceRun(store).plan();
        run.writer().haltFromSink(7, "c", "first");
        run.writer().resume();
        run.writer().haltFromSink(7, "c", "first");
        assertThat(run.row())
                .returns(RunState.SNAPSHOT_EXPORTED, RunRecord::state)
                .returns(7L, RunRecord::lastSinkHalt);
    }

    @Test
    void slotBoundaryAndSourceNeverChangeWithinARun() {
        EvidenceRun run = new EvidenceRun(store).plan();
        RunWriter writer = run.writer();
        assertRefused(ErrorCode.STATE_MOVE_REFUSED, () -> writer.recordSlot("handoff_orders", BOUNDARY));
        assertRefused(ErrorCode.SOURCE_CHANGED, () -> writer.bindSource("pg:7001:1:shop"));
        assertRefused(ErrorCode.SOURCE_CHANGED, () -> writer.bindSource("pg:7000:1:other"));
        assertRefused(ErrorCode.SOURCE_CHANGED, () -> writer.bindSource("pg:7000:2:shop"));
        writer.bindSource("pg:7000:1:shop");
        assertRefused(ErrorCode.SOURCE_CHANGED, () -> writer.followSource("pg:7001:2:shop", "why"));
        writer.followSource("pg:7000:2:shop", "why");
        assertRefused(ErrorCode.SOURCE_CHANGED, () -> writer.bindSource("pg:7000:1:shop"));
        assertThat(run.row().sourceIdentity()).contains("pg:7000:2:shop");
        assertThat(store.transitions(RUN)).last().satisfies(move -> {
            assertThat(move.from()).isEqualTo(RunState.SNAPSHOT_EXPORTED).isEqualTo(move.to());
            assertThat(move.reason()).contains("why");
        });
        assertRefused(ErrorCode.RUN_MISMATCH, () -> store.open(RUN, "woven", "postgresql"));
        assertRefused(ErrorCode.RUN_MISMATCH, () -> store.open(RUN, "copy-then-stream", "mysql"));
    }

    @Test
    void noStreamPositionIsRecordedBeforeTheHandoff() {
        EvidenceRun run = new EvidenceRun(store).copyAll();
        assertRefused(ErrorCode.STATE_MOVE_REFUSED, () -> run.writer().promote(EvidenceRun.streamed(4, "0/6000")));
        assertThat(run.row().streamPosition()).isEmpty();
    }

    @Test
    void eightyThousandChunksAreSeconds() {
        EvidenceRun run = new EvidenceRun(store).plan(40_000).claimAll();
        run.writer().promote(run.copied(3));
        assertThat(run.writer().completeCopy(List.of())).isEmpty();
        assertThat(run.row().copiedRows()).isEqualTo(800_000);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
