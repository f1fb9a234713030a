package io.trellara.handoff.sink.types;

import static io.trellara.handoff.sink.types.Crossing.MYSQL;
import static io.trellara.handoff.sink.types.Crossing.MYSQL_PG;
import static io.trellara.handoff.sink.types.Crossing.PG;
import static io.trellara.handoff.sink.types.Crossing.PG_MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.model.Key;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineConversionTest {
    @Test
    void linesOfOneKindAreLeftAsTheyAre() {
        assertThat(PG.relation("integer", "bytea", "public.mood", "real[]")
                        .created()
                        .untouched())
                .isTrue();
        assertThat(MYSQL.relation("int", "varchar(3) COLLATE utf8mb4_bin", "blob", "timestamp", "bit(3)")
                        .created()
                        .untouched())
                .isTrue();
        assertThat(PG_MYSQL.relation("integer", "smallint", "bytea").created().untouched())
                .isTrue();
        assertThat(PG_MYSQL.relation("integer", "boolean").created().untouched())
                .isFalse();
    }

    @Test
    void onlyTheCellsThatDifferChange() {
        LineConversion lines = PG_MYSQL.keyed(2, "integer", "bytea", "boolean", "integer", "boolean")
                .created();
        assertThat(Crossing.row(lines, "1\t\\\\x0a\tt\t5\tf")).isEqualTo("1\t\\\\x0a\t1\t5\t0");
        assertThat(Crossing.row(lines, "1\t\\\\x\t\\N\t\\N\tt")).isEqualTo("1\t\\\\x\t\\N\t\\N\t1");
    }

    @Test
    void aCellThatAChangeLeavesOutStaysLeftOut() {
        LineConversion lines = PG_MYSQL.relation("integer", "bytea", "boolean").created();
        assertThat(Crossing.row(lines, "1\t\0\tt")).isEqualTo("1\t\0\t1");
        assertThatThrownBy(() ->
                        Crossing.row(MYSQL_PG.value("text COLLATE utf8mb4_bin").created(), "1\t\0"))
                .as("MySQL leaves none out: there it is a value")
                .hasMessageContaining("U+0000");
    }

    @Test
    void keysAreConvertedInKeyOrder() {
        LineConversion lines = PG_MYSQL.keyed(2, "boolean", "bytea", "boolean").created();
        LineBuffer into = new LineBuffer();
        byte[] key = "t\t\\\\x0102".getBytes(StandardCharsets.UTF_8);
        lines.key(key, 0, key.length, into);
        assertThat(Crossing.text(into)).isEqualTo("1\t\\\\x0102");
        assertThat(lines.key(new Key(List.of("f", "\\x"))).cells()).containsExactly("0", "\\x");
        LineConversion text = PG_MYSQL.relation("text").created();
        assertThat(text.key(new Key(List.of("a\t\\b"))).cells()).containsExactly("a\t\\b");
    }

    @Test
    void wholeLinesKeepTheirNewlines() {
        LineConversion lines = PG_MYSQL.relation("integer", "boolean").created();
        LineBuffer into = new LineBuffer();
        byte[] block = "1\tt\n2\t\\N\n3\tf\nnot in use".getBytes(StandardCharsets.UTF_8);
        lines.lines(block, "1\tt\n2\t\\N\n3\tf\n".length(), into);
        assertThat(Crossing.text(into)).isEqualTo("1\t1\n2\t\\N\n3\t0\n");
    }

    @Test
    void aLineOfAnotherWidthIsADefect() {
        LineConversion lines = PG_MYSQL.relation("integer", "boolean").created();
        assertThatThrownBy(() -> Crossing.row(lines, "1")).hasMessageContaining("another width");
        assertThatThrownBy(() -> Crossing.row(lines, "1\tt\tt")).hasMessageContaining("another width");
    }

    @Test
    void aCellThatIsNoneOfItsTypeIsADefectAndNotShown() {
        assertThatThrownBy(() -> PG_MYSQL.cell("boolean", "secret"))
                .hasMessageContaining("BUG")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> PG_MYSQL.cell("bytea", "blob", "secret")).hasMessageNotContaining("secret");
        assertThatThrownBy(() -> MYSQL_PG.cell("date", "secret")).hasMessageNotContaining("secret");
    }
}
