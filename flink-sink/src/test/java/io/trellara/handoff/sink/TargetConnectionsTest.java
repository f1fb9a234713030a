package io.trellara.handoff.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TargetConnectionsTest {
    @Test
    void aSessionIsNamedByRoleAndRun() {
        assertThat(TargetConnections.applicationName("sink", new RunKey("src", "shop", "r1")))
                .matches("trellara-handoff sink src/shop/r1 [0-9a-f]{12}");
    }

    @Test
    void noTwoRunsShareANameThoughServersCutIt() {
        List<String> names = Stream.of(
                        new RunKey("src", "shop", "orders-of-the-first-half-of-the-year-1"),
                        new RunKey("src", "shop", "orders-of-the-first-half-of-the-year-2"),
                        new RunKey("a/b", "c", "r"),
                        new RunKey("a", "b/c", "r"),
                        new RunKey("a", "b", "ä"),
                        new RunKey("a", "b", "ö"))
                .map(run -> TargetConnections.applicationName("control", run))
                .toList();
        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[\\x20-\\x7e]{1,63}"));
    }
}
