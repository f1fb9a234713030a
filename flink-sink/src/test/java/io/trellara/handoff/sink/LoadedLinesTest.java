package io.trellara.handoff.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LoadedLinesTest {
    private static final RelationSchema ITEMS =
            Lines.schema(List.of(0), Lines.column("id", "bigint", false), Lines.column("name", "text", true));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8192})
    void handsLinesOnWithEscapesThatLoadDataKnows(int atOnce) {
        LoadedLines lines = new LoadedLines(
                List.of(block("1\ta\\fb\\vc\\\\f\\n\n2\t\\N\n"), block("3\t\\\\\\f\n"), block("4\t\u20ac\\\\x00\n"))
                        .iterator(),
                DatabaseKind.POSTGRESQL);
        assertThat(read(lines, atOnce)).isEqualTo("1\ta\fb\u000bc\\\\f\\n\n2\t\\N\n3\t\\\\\f\n4\t\u20ac\\\\x00\n");
        assertThat(lines.read()).isEqualTo(-1);
    }

    private static String read(LoadedLines lines, int atOnce) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[atOnce];
        for (int count = lines.read(part, 0, atOnce); count >= 0; count = lines.read(part, 0, atOnce)) {
            all.write(part, 0, count);
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    private static CopyBlock block(String text) {
        byte[] bytes = (text + "left over").getBytes(StandardCharsets.UTF_8);
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        ChunkAttempt attempt = new ChunkAttempt(new ChunkId(ITEMS.relation(), 0), 1);
        return new CopyBlock(1, 0, ITEMS, attempt, new Lsn(100), false, 1, bytes, length);
    }
}
