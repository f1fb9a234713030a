package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.Lines.column;
import static io.trellara.handoff.sink.Lines.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LoadedLinesReadsTest {
    private static final RelationSchema SCHEMA = schema(List.of(0), column("id", "bigint", false));

    /** Wherever a read ends: within a stretch, before an escape, between its backslash and its letter. */
    @Test
    void theSameBytesComeByReadsOfEveryLength() {
        List<CopyBlock> blocks = Stream.of("1\ta\\\\b\\fc\t\\N\n\\v\\v\\\\\t\\t\n", "", "\\f\n", "plain\tline\n")
                .map(LoadedLinesReadsTest::block)
                .toList();
        String expected = "1\ta\\\\b\fc\t\\N\n\u000B\u000B\\\\\t\\t\n\f\nplain\tline\n";
        IntStream.rangeClosed(1, expected.length() + 1)
                .forEach(length -> assertThat(read(new LoadedLines(blocks.iterator(), DatabaseKind.POSTGRESQL), length))
                        .as("by reads of %d", length)
                        .isEqualTo(expected));
    }

    @Test
    void endsWithTheLastBlock() {
        LoadedLines lines = new LoadedLines(List.of(block("1\n")).iterator(), DatabaseKind.MYSQL);
        assertThat(List.of(lines.read(), lines.read(), lines.read())).containsExactly((int) '1', (int) '\n', -1);
    }

    private static String read(LoadedLines lines, int length) {
        byte[] some = new byte[length + 2];
        List<String> all = new ArrayList<>();
        for (int count = lines.read(some, 1, length); count >= 0; count = lines.read(some, 1, length)) {
            assertThat(count).isBetween(1, length);
            all.add(new String(some, 1, count, StandardCharsets.UTF_8));
        }
        assertThat(List.of(some[0], some[length + 1])).containsOnly((byte) 0);
        return String.join("", all);
    }

    private static CopyBlock block(String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        return new CopyBlock(
                1,
                0,
                SCHEMA,
                new ChunkAttempt(new ChunkId(SCHEMA.relation(), 0), 1),
                new Lsn(1),
                false,
                0,
                bytes,
                bytes.length);
    }
}
