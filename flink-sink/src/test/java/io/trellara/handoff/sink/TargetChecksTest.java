package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.Lines.column;
import static io.trellara.handoff.sink.Lines.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TargetChecksTest {
    private static final RelationSchema ITEMS =
            schema(List.of(0), column("id", "bigint", false), column("n", "integer", true));
    private static final TargetIndex KEY =
            new TargetIndex("items_pkey", List.of("id"), List.of("OPERATOR(pg_catalog.=)"), true, false);

    private final List<TargetColumn> columns = new ArrayList<>(List.of(plain("id", "bigint"), plain("n", "integer")));
    private final List<TargetIndex> uniques = new ArrayList<>(List.of(KEY));
    private final List<TargetRule> rules = new ArrayList<>();

    @Test
    void acceptsAnEqualTable() {
        assertThat(observed(Constraints.AS_IS)).isEmpty();
    }

    @Test
    void acceptsWiderColumnsDomainsAndDefaults() {
        columns.set(1, new TargetColumn("n", "public.amount", "numeric", false, false, false, false, true));
        columns.add(new TargetColumn("at", "date", "date", true, true, false, false, true));
        assertThat(observed(Constraints.AS_IS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bigint, integer, true",
        "numeric, bigint, true",
        "text, character varying(5), true",
        "character varying, character varying(5), true",
        "'numeric', 'numeric(10,2)', true",
        "double precision, real, false",
        "integer, bigint, false",
        "character varying(4), character varying(5), false",
        "text, integer, false"
    })
    void knowsWhichTypesHoldOthers(String target, String source, boolean holds) {
        RelationSchema schema = schema(List.of(0), column("id", "bigint", false), column("n", source, true));
        assertThat(mapping(schema).holds(1, target)).isEqualTo(holds);
    }

    @Test
    void refusesAKeyOfAnotherTypeOrUnderANondeterministicCollation() {
        columns.set(0, new TargetColumn("id", "numeric", "numeric", true, false, false, false, false));
        assertThat(observed(Constraints.AS_IS))
                .containsExactly("column id of type numeric", "column id under a nondeterministic collation");
    }

    @Test
    void refusesAnAlwaysIdentityOutsideTheKeyAndAGeneratedColumn() {
        columns.set(1, new TargetColumn("n", "integer", "integer", false, true, true, true, true));
        assertThat(observed(Constraints.AS_IS))
                .containsExactly("column n generated", "column n GENERATED ALWAYS AS IDENTITY");
    }

    @Test
    void refusesATableWithoutAUsableKey() {
        uniques.set(0, new TargetIndex("items_pkey", List.of("id"), List.of("OPERATOR(pg_catalog.=)"), false, true));
        assertThat(observed(Constraints.DEFERRED))
                .containsExactly("no unique, immediate, whole index on the key columns");
    }

    @Test
    void refusesUniqueIndexesUnlessTheyHoldTheKeyOrAreDeferred() {
        uniques.add(new TargetIndex("wide", List.of("n", "id"), List.of(), true, false));
        assertThat(observed(Constraints.AS_IS)).isEmpty();
        uniques.add(new TargetIndex("n_key", List.of("n"), List.of(), false, true));
        assertThat(observed(Constraints.REPLICA)).containsExactly("unique index n_key");
        assertThat(observed(Constraints.DEFERRED)).isEmpty();
    }

    @Test
    void foreignKeysStayOnlyWhereTheyAreNotChecked() {
        rules.add(new TargetRule("fk", TargetRule.Kind.FOREIGN_KEY, false));
        rules.add(new TargetRule("ex", TargetRule.Kind.EXCLUSION, false));
        assertThat(observed(Constraints.AS_IS)).containsExactly("foreign key fk", "exclusion constraint ex");
        assertThat(observed(Constraints.REPLICA)).containsExactly("exclusion constraint ex");
    }

    private List<String> observed(Constraints constraints) {
        TargetFacts facts = new TargetFacts("r", columns, uniques, rules, List.of());
        return TargetChecks.of(ITEMS, facts, mapping(ITEMS), constraints).stream()
                .map(Finding::observed)
                .toList();
    }

    private static RelationMapping mapping(RelationSchema schema) {
        return RelationMapping.of(DatabaseKind.POSTGRESQL, DatabaseKind.POSTGRESQL, TargetVersion.CURRENT, schema);
    }

    private static TargetColumn plain(String name, String type) {
        return new TargetColumn(name, type, type, false, false, false, false, true);
    }
}
