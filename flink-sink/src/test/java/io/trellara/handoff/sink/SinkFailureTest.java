package io.trellara.handoff.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

final class SinkFailureTest {
    @ParameterizedTest
    @CsvSource({
        "08006, SINK_TRANSIENT",
        "08P01, SINK_TRANSIENT",
        "40001, SINK_TRANSIENT",
        "40P01, SINK_TRANSIENT",
        "53100, SINK_TRANSIENT",
        "57P01, SINK_TRANSIENT",
        "57P03, SINK_TRANSIENT",
        "55P03, SINK_TRANSIENT",
        "25006, SINK_TRANSIENT",
        "23505, SINK_WRITE_FAILED",
        "22P02, SINK_WRITE_FAILED",
        "42501, SINK_WRITE_FAILED",
        "42P01, SINK_WRITE_FAILED"
    })
    void transientStatesAreTriedAgainAndAllOthersHalt(String state, ErrorCode code) {
        assertThat(SinkFailure.writing("public.items", new SQLException("x", state))
                        .code())
                .isEqualTo(code);
    }

    @Test
    void anErrorWithoutAStateHalts() {
        assertThat(SinkFailure.writing("public.items", new SQLException("x")).code())
                .isEqualTo(ErrorCode.SINK_WRITE_FAILED);
    }

    @Test
    void namesPassAndValuesDoNot() {
        PSQLException server = new PSQLException(new ServerErrorMessage(String.join(
                "\0",
                "SERROR",
                "C23505",
                "Mduplicate key value violates unique constraint \"items_email_key\"",
                "DKey (email)=(secret) already exists.",
                "titems",
                "nitems_email_key",
                "")));
        BatchUpdateException batch =
                new BatchUpdateException("Batch entry 0 VALUES ('secret')", "23505", new int[0], server);
        batch.setNextException(server);
        for (SQLException e : new SQLException[] {server, batch}) {
            HandoffException failure = SinkFailure.writing("public.items", e);
            assertThat(failure)
                    .hasMessageContaining(
                            "public.items: observed SQLSTATE 23505 table items constraint items_email_key")
                    .hasMessageNotContaining("secret")
                    .hasNoCause();
        }
    }
}
