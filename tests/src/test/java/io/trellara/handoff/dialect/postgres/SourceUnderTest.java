package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.model.RunKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Configurations of a source, and the lines of a chunk as a test wants them. */
final class SourceUnderTest {
    private SourceUnderTest() {}

    static SourceConfig config(ConnectionConfig database, long viewTimeoutMillis, String... relations) {
        String name = database.url().substring(database.url().lastIndexOf('/') + 1);
        return new SourceConfig(
                new RunKey("test", name, "run-" + name),
                database,
                database,
                Arrays.stream(relations).map(Relation::parse).toList(),
                new SourceConfig.Replication(name, name, true, false),
                new SourceConfig.Copy(1_000, 64 << 10, false),
                new SourceConfig.Stream(8, 1_000),
                new SourceConfig.Limits(viewTimeoutMillis, 1_000, 60_000));
    }

    /** All lines of one range, without their newlines. */
    static List<String> lines(ViewSession session, RelationSchema schema, KeyRange range) {
        List<String> lines = new ArrayList<>();
        RowBuffer buffer = new RowBuffer(8 << 10);
        try (ChunkReader reader = session.read(schema, range)) {
            boolean more = true;
            while (more) {
                more = reader.read(buffer);
                int length = buffer.length();
                String text = new String(buffer.take(), 0, length, StandardCharsets.UTF_8);
                text.lines().forEach(lines::add);
            }
        }
        return lines;
    }
}
