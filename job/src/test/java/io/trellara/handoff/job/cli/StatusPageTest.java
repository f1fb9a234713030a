package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFixture;
import io.trellara.handoff.model.Lsn;
import java.io.IOException;
import java.util.Optional;
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
}
