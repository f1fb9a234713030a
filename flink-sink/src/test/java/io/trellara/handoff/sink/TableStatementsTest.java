package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.Lines.column;
import static io.trellara.handoff.sink.Lines.schema;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableStatementsTest {
    private static final String EQUALS = "OPERATOR(pg_catalog.=)";
    private final TableStatements sql = new TableStatements(
            new TargetTable(
                    schema(List.of(1), column("n", "text", true), column("id", "bigint", false)),
                    List.of(
                            new TargetColumn("n", "public.name", "text", false, false, false, false, true),
                            new TargetColumn("id", "bigint", "bigint", true, true, true, false, true)),
                    List.of(EQUALS)),
            7);

    @Test
    void stagesUnderBaseTypesAndPositionalNames() {
        assertThat(sql.createRows())
                .isEqualTo("CREATE TEMPORARY TABLE handoff_rows_7 (op smallint DEFAULT 0, c0 text, c1 bigint)"
                        + " ON COMMIT DELETE ROWS");
        assertThat(sql.createKeys())
                .isEqualTo("CREATE TEMPORARY TABLE handoff_keys_7 (k0 bigint) ON COMMIT DELETE ROWS");
    }

    @Test
    void upsertsByTheKeyAndLeavesAlwaysIdentitiesAlone() {
        assertThat(sql.upsertStaged(2))
                .isEqualTo("INSERT INTO \"public\".\"items\" AS t (\"n\", \"id\") OVERRIDING SYSTEM VALUE"
                        + " SELECT s.c0, s.c1 FROM pg_temp.handoff_rows_7 s WHERE s.op = 2"
                        + " ON CONFLICT (\"id\") DO UPDATE SET \"n\" = excluded.\"n\"");
        assertThat(sql.upsertOne()).contains("VALUES (?, ?) ON CONFLICT (\"id\") DO UPDATE");
    }

    @Test
    void joinsByTheEqualityOfTheKeysIndex() {
        assertThat(sql.deleteStaged())
                .isEqualTo("DELETE FROM \"public\".\"items\" AS t USING pg_temp.handoff_keys_7 s WHERE t.\"id\" "
                        + EQUALS + " s.k0");
        assertThat(sql.updateStaged(3, sql.all()))
                .isEqualTo("UPDATE \"public\".\"items\" AS t SET \"n\" = s.c0 FROM (SELECT * FROM"
                        + " pg_temp.handoff_rows_7 r WHERE r.op = 3 ORDER BY r.c1) s WHERE t.\"id\" " + EQUALS
                        + " s.c1");
        assertThat(sql.deleteOne()).endsWith("WHERE t.\"id\" " + EQUALS + " ?");
    }

    @Test
    void aPartialUpdateSetsOnlyWhatItCarries() {
        BitSet keyOnly = new BitSet();
        keyOnly.set(1);
        assertThat(sql.settable(keyOnly).isEmpty()).isTrue();
        assertThat(sql.stageRows(keyOnly)).isEqualTo("COPY pg_temp.handoff_rows_7 (op, c1) FROM STDIN");
    }
}
