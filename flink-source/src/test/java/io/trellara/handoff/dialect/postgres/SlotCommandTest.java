package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SlotCommandTest {
    @Test
    void speaksTheGrammarOfEachVersion() {
        SlotCommand main = new SlotCommand("run", false, true);
        assertThat(main.text(7, 14)).isEqualTo("CREATE_REPLICATION_SLOT \"run\" LOGICAL pgoutput EXPORT_SNAPSHOT");
        assertThat(main.text(7, 16)).isEqualTo("CREATE_REPLICATION_SLOT \"run\" LOGICAL pgoutput (SNAPSHOT 'export')");
        assertThat(main.text(7, 17)).endsWith("(SNAPSHOT 'export', FAILOVER true)");
        assertThat(new SlotCommand("run", false, false).text(7, 18)).endsWith("(SNAPSHOT 'export')");
    }

    @Test
    void temporarySlotsHaveANameOfTheirOwnPerSession() {
        SlotCommand view = new SlotCommand("r".repeat(63), true, false);
        assertThat(view.slot(12)).hasSize(63).endsWith("r_v12").isNotEqualTo(view.slot(13));
        assertThat(view.text(12, 17)).contains(" TEMPORARY LOGICAL ");
    }
}
