package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decodes what real servers sent; the recordings are made by {@code GoldenStreamIT} in the module {@code tests}. */
class PgOutputGoldenTest {
    private static final String BIG = "x".repeat(2100);

    @ParameterizedTest
    @ValueSource(ints = {14, 16, 17, 18})
    void decodesWhatAServerSent(int major) throws IOException {
        List<String> lines = lines(major);
        PgOutputDecoder decoder = new PgOutputDecoder(new StreamContract(contract(lines)), Lsn.ZERO);
        RecordedChanges changes = new RecordedChanges();
        lines.stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("relation"))
                .forEach(line -> {
                    byte[] message = HexFormat.of().parseHex(line);
                    decoder.decode(message, 0, message.length, changes);
                });

        assertThat(changes.lines().stream().filter(line -> !line.matches("(begin|commit) .*")))
                .containsExactly(
                        "insert public.goods ['1', 'Ä\t', 'ok', 'NaN', '" + BIG + "']",
                        "update public.goods to ['1', null, 'ok', 'NaN', unchanged]",
                        "update public.goods key ['1', null, null, null, null] to ['2', '', 'ok', 'NaN', unchanged]",
                        "insert public.notes ['1', 'a']",
                        "update public.notes old ['1', 'a'] to ['1', null]",
                        "delete public.notes old ['1', null]",
                        "delete public.goods key ['2', null, null, null, null]",
                        "insert public.parts ['1', 'p']",
                        "insert public.notes ['3', 'o']",
                        "truncate [public.goods, public.notes] cascade restart");
        assertThat(decoder.inTransaction()).isFalse();
    }

    /** Begin and Commit of one transaction agree, and transactions come in the order of their commits. */
    @ParameterizedTest
    @ValueSource(ints = {14, 16, 17, 18})
    void positionsOfARealServerAscend(int major) throws IOException {
        List<String> lines = lines(major);
        PgOutputDecoder decoder = new PgOutputDecoder(new StreamContract(contract(lines)), Lsn.ZERO);
        RecordedChanges changes = new RecordedChanges();
        long last = 0;
        for (String line : lines) {
            if (line.startsWith("#") || line.startsWith("relation")) {
                continue;
            }
            byte[] message = HexFormat.of().parseHex(line);
            decoder.decode(message, 0, message.length, changes);
            if (message[0] == 'C') {
                assertThat(decoder.end()).isGreaterThan(last);
                last = decoder.end();
            }
        }
        long[] commits = changes.lines().stream()
                .filter(line -> line.startsWith("begin"))
                .mapToLong(line -> Long.parseLong(line.split(" ", -1)[1]))
                .toArray();

        assertThat(commits).hasSizeGreaterThan(8).isSorted().doesNotHaveDuplicates();
    }

    private static List<String> lines(int major) throws IOException {
        try (InputStream file = PgOutputGoldenTest.class.getResourceAsStream("/pgoutput/pg" + major + ".txt")) {
            assertThat(file).as("the recording of " + major).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** From lines {@code relation OID NAME COLUMN:TYPE…}; the first column is the key. */
    private static Map<Integer, RelationSchema> contract(List<String> lines) {
        Map<Integer, RelationSchema> byOid = new HashMap<>();
        lines.stream()
                .filter(line -> line.startsWith("relation "))
                .map(line -> line.split(" ", -1))
                .forEach(words -> {
                    Stream<Column> columns = Arrays.stream(words)
                            .skip(3)
                            .map(word -> word.split(":", -1))
                            .map(word -> new Column(word[0], "type", Integer.parseInt(word[1]), true, KeyOrder.TEXT));
                    byOid.put(
                            Integer.parseInt(words[1]),
                            new RelationSchema(
                                    new Relation("public", words[2]), columns.toList(), List.of(0), "c".repeat(64)));
                });
        return byOid;
    }
}
