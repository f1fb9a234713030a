package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Relations that come into a run, leave it, or come back with another contract: all at a coordinator's start. */
final class DatasetChangesTest {
    private static final RunKey RUN = new RunKey("s", "d", "r");

    private final Coordination run = new Coordination(1);

    private void stream() {
        run.copyAll();
        run.streamed(0, 2, 150);
        run.complete(2);
        run.ask(0, 2);
        run.source.logEnd = 300;
        run.target.ledger = Optional.of(new Lsn(150));
    }

    @Test
    void anAddedRelationIsPublishedPlannedAndCopiedBesideTheStream_withoutErasingARow() {
        stream();
        configure(Schemas.orders(), Schemas.names());
        run.journal.clear();
        run.restart(150);
        assertThat(gateRelations()).containsExactlyInAnyOrder(Schemas.ORDERS, Schemas.NAMES);
        run.suppressed();
        run.checkpoint(5);
        run.held(0, 250);
        run.report(0, 6, List.of(attempt(Schemas.NAMES, 0), attempt(Schemas.NAMES, 1)), 300);
        run.complete(6);
        assertThat(run.journal)
                .containsSubsequence(
                        "target prepared for 1 added",
                        "publication",
                        "planned shop.names",
                        "child plan of 2",
                        "request 1 taken",
                        "hold",
                        "floor read",
                        "wave 1 of 2",
                        "view opened",
                        "copied shop.names#0@1",
                        "handoff",
                        "request 1 done")
                .noneMatch(line -> line.startsWith("erase"));
        assertThat(child(ChildKind.ADDED, 1).state).isEqualTo(RunState.STREAM_HANDOFF_READY);
        assertThat(run.evidence.controls)
                .singleElement()
                .satisfies(control -> assertThat(control.request())
                        .returns(ControlKind.ADD, ControlRequest::kind)
                        .returns("configuration", ControlRequest::requestedBy));
    }

    @Test
    void aRemovedRelationIsRetired_andTheGateKnowsItNoMore() {
        stream();
        configure(Schemas.names());
        run.restart(150);
        assertThat(run.journal).contains("r retires shop.orders", "request 1 done");
        assertThat(gateRelations()).containsExactly(Schemas.NAMES);
        run.restart(150);
        assertThat(run.evidence.controls)
                .extracting(c -> c.request().kind())
                .containsExactly(ControlKind.REMOVE, ControlKind.ADD);
    }

    @Test
    void aRelationThatComesBackHasANewPlanUnderNumbersOfItsOwn() {
        stream();
        configure(Schemas.names());
        run.restart(150);
        configure(Schemas.names(), Schemas.orders());
        run.restart(150);
        assertThat(children())
                .extracting(c -> c.chunks.keySet())
                .anySatisfy(ids -> assertThat(ids)
                        .containsExactly(new ChunkId(Schemas.ORDERS, 2), new ChunkId(Schemas.ORDERS, 3)));
    }

    @Test
    void aRefreshedRelationIsErasedAndCopiedUnderItsNewContract_andTheOldPlanIsRetired() {
        stream();
        RelationSchema wider = wider();
        configure(wider);
        run.evidence.request(refresh());
        run.journal.clear();
        run.restart(150);
        assertThat(run.context.sent(GatePage.class))
                .flatExtracting(GatePage::schemas)
                .containsExactly(wider);
        assertThat(run.context.sent(GatePage.class))
                .flatExtracting(GatePage::ranges)
                .isEmpty();
        run.suppressed();
        run.checkpoint(5);
        run.held(0, 250);
        assertThat(run.journal)
                .containsSubsequence(
                        "target prepared",
                        "child plan of 2",
                        "r retires shop.orders",
                        "request 1 taken",
                        "erase 1 ranges of shop.orders",
                        "wave 1 of 2",
                        "claim shop.orders#2@1 gate 0/12C");
    }

    @Test
    void refreshedInMidCopy_theRunHandsOffWithoutIt_thenItIsCopied() {
        configure(Schemas.orders(), Schemas.names());
        run.crash();
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 1);
        run.evidence.halt("HANDOFF-5001", "drift");
        run.evidence.resume();
        configure(wider(), Schemas.names());
        run.evidence.request(refresh());
        run.crash();
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 7, List.of(attempt(Schemas.NAMES, 0), attempt(Schemas.NAMES, 1)));
        run.complete(7);
        assertThat(run.assigned())
                .extracting(ChunkAttempt::chunk)
                .extracting(ChunkId::relation)
                .containsOnly(Schemas.NAMES);
        assertThat(run.journal).contains("handoff");
        run.suppressed();
        run.checkpoint(8);
        assertThat(run.journal).contains("erase 1 ranges of shop.orders");
    }

    @Test
    void askedForTwiceBeforeAStart_itIsRefreshedOnce() {
        stream();
        configure(wider());
        run.evidence.request(refresh());
        run.evidence.request(refresh());
        run.restart(150);
        run.restart(150);
        assertThat(run.evidence.controls)
                .extracting(ControlRecord::state)
                .containsExactly(ControlState.REFUSED, ControlState.TAKEN);
        assertThat(run.journal).containsOnlyOnce("child plan of 2");
    }

    @Test
    void aReCopyThatIsAskedForBehindARefreshIsOfTheRefreshedPlan() {
        stream();
        configure(wider());
        run.evidence.request(ControlRequest.recopy(RUN, Schemas.ORDERS, List.of(), "ann"));
        run.evidence.request(refresh());
        run.restart(150);
        run.tick();
        assertThat(run.evidence.controls)
                .extracting(ControlRecord::state)
                .containsExactly(ControlState.REQUESTED, ControlState.TAKEN);
        run.suppressed();
        run.checkpoint(5);
        run.held(0, 250);
        run.report(0, 6, List.of(attempt(Schemas.ORDERS, 2), attempt(Schemas.ORDERS, 3)), 300);
        run.complete(6);
        assertThat(child(ChildKind.RECOPY, 1).chunks.keySet())
                .containsExactly(new ChunkId(Schemas.ORDERS, 4), new ChunkId(Schemas.ORDERS, 5));
        run.restart(300);
        assertThat(run.context.sent(GatePage.class))
                .flatExtracting(GatePage::ranges)
                .isEmpty();
    }

    @Test
    void aRelationComesBackOnlyToATargetThatKeepsNoneOfItsRows() {
        stream();
        configure(Schemas.names());
        run.restart(150);
        configure(Schemas.names(), Schemas.orders());
        run.merge = true;
        run.crash();
        assertThatThrownBy(() -> {
                    run.coordinator.start();
                    run.drain();
                })
                .hasMessageContaining("TARGET_NOT_EMPTY")
                .hasMessageContaining("shop.orders");
    }

    @Test
    void refreshedTwice_theFirstCopyIsGivenUpAndItsRequestSaysSo() {
        stream();
        configure(wider());
        run.evidence.request(refresh());
        run.restart(150);
        run.evidence.request(refresh());
        run.restart(150);
        assertThat(run.evidence.controls)
                .extracting(ControlRecord::state)
                .containsExactly(ControlState.REFUSED, ControlState.TAKEN);
        assertThat(run.journal).contains("r.refreshed-1 retires shop.orders");
    }

    @Test
    void aRefreshOfWhatTheRunDoesNotCarryIsRefused() {
        stream();
        run.evidence.request(ControlRequest.of(RUN, ControlKind.REFRESH, Schemas.NAMES, "ann"));
        run.restart(150);
        assertThat(run.evidence.controls).extracting(ControlRecord::state).containsExactly(ControlState.REFUSED);
        assertThat(run.evidence.children).isEmpty();
    }

    @Test
    void aRunningCoordinatorLeavesARefreshToTheNextStart() {
        stream();
        run.evidence.request(refresh());
        run.tick();
        assertThat(run.evidence.controls).extracting(ControlRecord::state).containsExactly(ControlState.REQUESTED);
    }

    @Test
    void whereTheTargetCannotTakeIt_nothingIsPlannedOrRetired() {
        stream();
        configure(Schemas.names());
        run.target.findings = List.of(new Finding(
                ErrorCode.TARGET_TABLE_MISSING, "shop.names", "no such table", "one that fits", "create it"));
        run.crash();
        assertThatThrownBy(() -> {
                    run.coordinator.start();
                    run.drain();
                })
                .hasMessageContaining("TARGET_TABLE_MISSING");
        assertThat(run.evidence.controls).isEmpty();
        assertThat(run.evidence.children).isEmpty();
        assertThat(run.journal).noneMatch(line -> line.contains("retires"));
    }

    @Test
    void aConfigurationThatIsPutBackBeforeItsTurnLeavesNoRequestOpen() {
        stream();
        run.evidence.request(ControlRequest.of(RUN, ControlKind.ADD, Schemas.NAMES, "configuration"));
        run.evidence.request(ControlRequest.of(RUN, ControlKind.REMOVE, Schemas.ORDERS, "configuration"));
        run.restart(150);
        assertThat(run.evidence.controls).extracting(ControlRecord::state).containsOnly(ControlState.REFUSED);
    }

    private static ControlRequest refresh() {
        return ControlRequest.of(RUN, ControlKind.REFRESH, Schemas.ORDERS, "ann");
    }

    private static RelationSchema wider() {
        RelationSchema orders = Schemas.orders();
        return new RelationSchema(orders.relation(), orders.columns(), orders.keyColumns(), "ef".repeat(32));
    }

    private void configure(RelationSchema... schemas) {
        run.source.present = List.of(schemas);
        run.relations =
                run.source.present.stream().map(RelationSchema::relation).toList();
    }

    private static ChunkAttempt attempt(Relation relation, int number) {
        return new ChunkAttempt(new ChunkId(relation, number), 1);
    }

    private List<Relation> gateRelations() {
        return run.context.sent(GatePage.class).stream()
                .flatMap(page -> page.schemas().stream())
                .map(RelationSchema::relation)
                .toList();
    }

    private List<FakeEvidence> children() {
        return List.copyOf(run.evidence.children.values());
    }

    private FakeEvidence child(ChildKind kind, long request) {
        return Optional.ofNullable(run.evidence.children.get(ChildRun.key(RUN, kind, request)))
                .orElseThrow();
    }
}
