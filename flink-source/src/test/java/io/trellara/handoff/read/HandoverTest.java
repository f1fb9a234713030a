package io.trellara.handoff.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.state.ChunkReport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HandoverTest {
    private static final Fetched ITEM =
            new Fetched.ChunkDone(new ChunkReport(new ChunkAttempt(new ChunkId(Schemas.ORDERS, 0), 1), 1, 1));

    private final Handover handover = new Handover(1);

    @Test
    void saysWhenSomethingIsThere() throws Exception {
        CompletableFuture<Void> waiting = handover.available();
        assertThat(waiting).isNotDone();
        handover.put(ITEM);
        assertThat(waiting).isDone();
        assertThat(handover.available()).isDone();
        assertThat(handover.poll()).contains(ITEM);
        assertThat(handover.available()).isNotDone();
        assertThat(handover.poll()).isEmpty();
    }

    @Test
    void aNudgeMakesForOnePoll() {
        CompletableFuture<Void> waiting = handover.available();
        handover.nudge();
        assertThat(waiting).isDone();
        assertThat(handover.poll()).isEmpty();
        assertThat(handover.available()).isNotDone();
    }

    @Test
    void aFullOneHoldsTheFetcherUntilThereIsRoom() throws Exception {
        handover.put(ITEM);
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(this::put);
        assertThat(second).isNotDone();
        handover.poll();
        assertThat(second.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closingFreesAWaitingFetcher() throws Exception {
        handover.put(ITEM);
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(this::put);
        handover.close();
        assertThat(second.get(10, TimeUnit.SECONDS)).isFalse();
    }

    private boolean put() {
        try {
            return handover.put(ITEM);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
