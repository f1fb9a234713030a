package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkloadIT {
    private static final List<WorkloadTable> TABLES =
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words"));

    @Test
    void writesEveryRowAtMostOnceAndTheJournalSeesIt() throws Exception {
        WorkloadPlan plan = new WorkloadPlan(TABLES, 1_000, 3, Duration.ZERO, Duration.ofMillis(2), 3);
        try (TestServer server = Servers.source(PostgresVersion.V17)) {
            ConnectionConfig database = server.newDatabase("workload");
            TargetJournal journal = TargetJournal.install(database, TABLES);
            for (WorkloadTable table : TABLES) {
                TestServer.execute(database, table.load(database.kind(), plan.rows()));
            }
            try (Workload workload = Workload.start(database, plan)) {
                while (workload.running()) {
                    Thread.onSpinWait();
                }
                workload.stop();
                assertThat(workload.changes()).isEqualTo(1_000);
            }
            assertThat(journal.written()).isEqualTo(3_000);
            for (WorkloadTable table : TABLES) {
                assertThat(journal.writtenTwice(table.relation())).isZero();
                assertThat(count(
                                database,
                                "SELECT count(*) FROM " + table.relation().quoted() + " WHERE version = 1"))
                        .isPositive();
            }
            TestServer.execute(database, "UPDATE numbers SET pad = pad WHERE version = 1");
            assertThat(journal.writtenTwice(TABLES.get(0).relation())).isPositive();
        }
    }

    private static long count(ConnectionConfig database, String query) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
