package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ChunkQueryTest {
    private static final RelationSchema SINGLE = schema(List.of(0));
    private static final RelationSchema COMPOSITE = schema(List.of(1, 0));

    @Test
    void readsAllWithoutACondition() {
        assertThat(ChunkQuery.copy(SINGLE, false, KeyRange.ALL))
                .isEqualTo("COPY (SELECT \"id\", \"a \"\"b\" FROM ONLY \"public\".\"T\") TO STDOUT");
        assertThat(ChunkQuery.copy(SINGLE, true, KeyRange.ALL)).contains(" FROM \"public\".\"T\")");
    }

    @Test
    void boundsAreExclusiveBelowAndInclusiveAbove() {
        assertThat(ChunkQuery.within(SINGLE, range(Optional.of("1"), Optional.of("2"))))
                .isEqualTo("\"id\" > '1' AND \"id\" <= '2'");
        assertThat(ChunkQuery.within(SINGLE, range(Optional.empty(), Optional.of("2"))))
                .isEqualTo("\"id\" <= '2'");
        assertThat(ChunkQuery.within(SINGLE, range(Optional.of("1"), Optional.empty())))
                .isEqualTo("\"id\" > '1'");
    }

    @Test
    void severalColumnsAreComparedAsARowInKeyOrder() {
        KeyRange range = KeyRange.of(Optional.of(new Key(List.of("x", "1"))), Optional.empty());
        assertThat(ChunkQuery.within(COMPOSITE, range)).isEqualTo("(\"a \"\"b\", \"id\") > ('x', '1')");
    }

    @Test
    void oneRowIsFoundByAllKeyColumns() {
        assertThat(ChunkQuery.copyOne(COMPOSITE, false, new Key(List.of("it's", "1"))))
                .endsWith(" WHERE \"a \"\"b\" = 'it''s' AND \"id\" = '1') TO STDOUT");
    }

    @Test
    void literalsCannotBreakOut() {
        assertThat(SqlText.literal("'; DROP")).isEqualTo("'''; DROP'");
        assertThat(SqlText.literal("\\'")).isEqualTo(" E'\\\\'''");
        assertThat(SqlText.literal("")).isEqualTo("''");
        assertThatThrownBy(() -> SqlText.literal("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }

    private static KeyRange range(Optional<String> lower, Optional<String> upper) {
        return KeyRange.of(lower.map(l -> new Key(List.of(l))), upper.map(u -> new Key(List.of(u))));
    }

    private static RelationSchema schema(List<Integer> key) {
        return new RelationSchema(
                new Relation("public", "T"),
                List.of(
                        new Column("id", "bigint", 20, false, KeyOrder.INTEGER),
                        new Column("a \"b", "text", 25, false, KeyOrder.TEXT)),
                key,
                "0".repeat(64));
    }
}
