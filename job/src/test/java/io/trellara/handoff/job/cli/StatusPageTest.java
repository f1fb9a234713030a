package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Tuning;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.job.progress.RunFixture;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.WaitKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class StatusPageTest {
    private final RunFixture run = RunFixture.run(RunState.COPYING_TABLE)
            .chunksCopied(4)
            .openWave(0, Optional.of(new Lsn(100)))
            .streamed(0x16_0000_00FFL);

    @Test
    void showsStateWaitRelationsAndWaves() {
        assertThat(StatusPage.of(run.facts(), RunFixture.NOW.plusSeconds(3)))
                .contains(
                        "run        shop/orders/1",
                        "state      copying_table, 3s ago",
                        "boundary   0/64  slot handoff_shop_orders_1",
                        "stream     16/FF",
                        "relation       state    chunks  rows  bytes    watermark",
                        "public.orders  copying  4/10     400  19.5 KB  -")
                .anySatisfy(line -> assertThat(line).startsWith("waits for  6 of 10 chunks"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("   0  0/64   0/64").endsWith("open"));
    }

    @Test
    void saysTheSameToPrograms() throws IOException {
        JsonNode root = new ObjectMapper().readTree(StatusJson.of(run.facts(), RunFixture.NOW));
        assertThat(root.path("state").asText()).isEqualTo("copying_table");
        assertThat(root.path("chunks_copied").asInt()).isEqualTo(4);
        assertThat(root.path("failure_code").isNull()).isTrue();
        assertThat(root.path("waits_for").asText()).startsWith("6 of 10 chunks");
        assertThat(root.path("relations").get(0).path("relation").asText()).isEqualTo("public.orders");
        assertThat(root.path("waves").get(0).path("floor").asText()).isEqualTo("0/64");
    }

    @Test
    void namesWhoIsWaitedForAndSinceWhen() throws IOException {
        run.waits(WaitKind.SLOT_CREATION, 200, Optional.empty())
                .waits(WaitKind.FLOOR, 30, Optional.empty())
                .waits(WaitKind.TABLE_LOCKS, 20, Optional.of(RunFixture.NOW.minusSeconds(10)))
                .updatedAt(RunFixture.NOW.minusSeconds(3600));
        assertThat(StatusPage.of(run.facts(), RunFixture.NOW))
                .contains(
                        "waits for  slot_creation waits for transaction 733 of session 4711, open since"
                                + " 2026-03-01T09:56:00Z; waited for since 2026-03-01T09:56:40Z, 3m 20s",
                        "and for    floor waits for transaction 733 of session 4711, open since 2026-03-01T09:58:50Z;"
                                + " waited for since 2026-03-01T09:59:30Z, 30s")
                .noneSatisfy(line -> assertThat(line).contains("table_locks"));
        JsonNode waits = new ObjectMapper()
                .readTree(StatusJson.of(run.facts(), RunFixture.NOW))
                .path("waits");
        assertThat(waits.get(0).path("kind").asText()).isEqualTo("slot_creation");
        assertThat(waits.get(0).path("session_id").asLong()).isEqualTo(4711);
        assertThat(waits.get(0).path("transaction_id").asText()).isEqualTo("733");
        assertThat(waits.get(0).path("since").asText()).isEqualTo("2026-03-01T09:56:40Z");
        assertThat(waits.get(0).path("ended_at").isNull()).isTrue();
        assertThat(waits.get(2).path("ended_at").asText()).isEqualTo("2026-03-01T09:59:50Z");
    }

    /** A coordinator that was killed has ended no wait: its last word is told with its age. */
    @Test
    void asksWhetherTheJobIsRunningWhereAWaitWasNotSeenForLong() {
        run.waits(WaitKind.SLOT_CREATION, 200, Optional.empty()).updatedAt(RunFixture.NOW.minusSeconds(3600));
        assertThat(StatusPage.of(run.facts(), RunFixture.NOW.plusSeconds(180)))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("waits for  slot_creation")
                        .endsWith("no evidence was written for 3m 0s: is the job running?"));
    }

    @Test
    void showsRunsWithinItAndWhatWasAsked() throws IOException {
        RunKey key = new RunKey("shop", "orders", "1");
        RunFixture streaming = RunFixture.run(RunState.STREAMING)
                .chunksCopied(4)
                .copiesAgain()
                .asked(
                        ControlState.TAKEN,
                        ControlRequest.recopy(key, new Relation("public", "orders"), List.of(1, 2), "ann"))
                .asked(ControlState.REFUSED, ControlRequest.tune(key, slow(), "bob"));
        assertThat(StatusPage.of(streaming.facts(), RunFixture.NOW))
                .anySatisfy(line -> assertThat(line).startsWith("1.recopy-7  recopy  public.orders  copying_table"))
                .anySatisfy(line -> assertThat(line)
                        .contains("recopy public.orders, 2 chunks")
                        .contains("ann")
                        .endsWith("taken"))
                .anySatisfy(line ->
                        assertThat(line).contains("tune rows-per-second=70").endsWith("refused: it cannot be"));
        JsonNode root = new ObjectMapper().readTree(StatusJson.of(streaming.facts(), RunFixture.NOW));
        assertThat(root.path("children").get(0).path("run_id").asText()).isEqualTo("1.recopy-7");
        assertThat(root.path("controls").get(1).path("state").asText()).isEqualTo("refused");
    }

    @Test
    void showsVerificationsAndWhereRowsDiffer() throws IOException {
        RunFixture verified =
                RunFixture.run(RunState.STREAMING).verified(9, Verdict.DIVERGED).verified(8, Verdict.INCONCLUSIVE);
        assertThat(StatusPage.of(verified.facts(), RunFixture.NOW))
                .anySatisfy(
                        line -> assertThat(line).contains("9  diverged", "400").endsWith("3 in public.orders"))
                .anySatisfy(line -> assertThat(line).contains("8  inconclusive").endsWith("a finding"));
        JsonNode newest = new ObjectMapper()
                .readTree(StatusJson.of(verified.facts(), RunFixture.NOW))
                .path("verifications")
                .get(0);
        assertThat(newest.path("verdict").asText()).isEqualTo("diverged");
        assertThat(newest.path("compared_rows").asInt()).isEqualTo(400);
        assertThat(newest.path("differing").get(0).path("relation").asText()).isEqualTo("public.orders");
    }

    private static Tuning slow() {
        return new Tuning(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(70));
    }
}
