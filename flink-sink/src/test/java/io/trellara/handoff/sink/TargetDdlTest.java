package io.trellara.handoff.sink;

import static io.trellara.handoff.config.DatabaseKind.POSTGRESQL;
import static io.trellara.handoff.sink.Lines.column;
import static io.trellara.handoff.sink.Lines.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetDdlTest {
    private static final RelationSchema ODD = schema(
            List.of(1, 0),
            column("a\"b", "text", false),
            column("Id", "numeric(10,2)", false),
            column("m", "public.mood[]", true));

    @Test
    void createsColumnsNotNullsAndTheKeyInItsOrder() {
        assertThat(TargetDdl.createTable(ODD, RelationMapping.of(POSTGRESQL, POSTGRESQL, TargetVersion.CURRENT, ODD)))
                .isEqualTo("CREATE TABLE \"public\".\"items\" (\"a\"\"b\" text NOT NULL, \"Id\" numeric(10,2) NOT NULL,"
                        + " \"m\" public.mood[], PRIMARY KEY (\"Id\", \"a\"\"b\"))");
        assertThat(TargetDdl.createSchema(ODD)).isEqualTo("CREATE SCHEMA IF NOT EXISTS \"public\"");
    }
}
