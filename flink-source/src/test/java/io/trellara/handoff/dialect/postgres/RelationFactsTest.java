package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class RelationFactsTest {
    private static final Relation RELATION = new Relation("public", "t");
    private static final CatalogColumn ID =
            new CatalogColumn(1, "id", "integer", 23, true, "", "", "", KeyOrder.INTEGER, true);
    private static final CatalogColumn NOTE =
            new CatalogColumn(3, "note", "text", 25, false, "pg_catalog.\"default\"", "", "", KeyOrder.TEXT, true);
    private static final CatalogColumn SUM =
            new CatalogColumn(2, "sum", "integer", 23, false, "", "", "s", KeyOrder.INTEGER, true);
    private static final Published PUBLISHED =
            new Published(Published.ALL_OPERATIONS, true, true, "", List.of("id", "note"), "16390");
    private static final ReplicaIdentity DEFAULT = new ReplicaIdentity("d", List.of("id"));
    private static final RelationFacts FACTS = facts(List.of(ID, SUM, NOTE), List.of("id"), DEFAULT, PUBLISHED);

    @Test
    void schemaCarriesWhatIsNotGenerated() {
        RelationSchema schema = FACTS.schema();
        assertThat(schema.columns()).extracting(c -> c.name()).containsExactly("id", "note");
        assertThat(schema.keyNames()).containsExactly("id");
        assertThat(schema.fingerprint()).isEqualTo(FACTS.fingerprint()).hasSize(64);
    }

    @Test
    void everyFactOfTheContractChangesTheFingerprint() {
        List<RelationFacts> all = new ArrayList<>(List.of(FACTS));
        for (UnaryOperator<CatalogColumn> change : List.<UnaryOperator<CatalogColumn>>of(
                c -> column(c, 9, c.name(), c.type(), c.notNull(), c.collation(), c.identity(), c.generated()),
                c -> column(c, 3, "other", c.type(), c.notNull(), c.collation(), c.identity(), c.generated()),
                c -> column(c, 3, c.name(), "varchar", c.notNull(), c.collation(), c.identity(), c.generated()),
                c -> column(c, 3, c.name(), c.type(), true, c.collation(), c.identity(), c.generated()),
                c -> column(c, 3, c.name(), c.type(), c.notNull(), "pg_catalog.\"C\"", c.identity(), c.generated()),
                c -> column(c, 3, c.name(), c.type(), c.notNull(), c.collation(), "a", c.generated()),
                c -> column(c, 3, c.name(), c.type(), c.notNull(), c.collation(), c.identity(), "v"))) {
            all.add(facts(List.of(ID, SUM, change.apply(NOTE)), List.of("id"), DEFAULT, PUBLISHED));
        }
        List<CatalogColumn> columns = FACTS.columns();
        all.add(facts(columns, List.of("id", "note"), DEFAULT, PUBLISHED));
        all.add(facts(columns, List.of("id"), new ReplicaIdentity("f", List.of()), PUBLISHED));
        all.add(facts(columns, List.of("id"), DEFAULT, Published.NOWHERE));
        all.add(facts(columns, List.of("id"), DEFAULT, filtered("(id > 1)", List.of("id", "note"))));
        all.add(facts(columns, List.of("id"), DEFAULT, filtered("", List.of("id"))));
        all.add(partitioned("FOR VALUES IN (1)", "d"));
        all.add(partitioned("FOR VALUES IN (2)", "d"));
        all.add(partitioned("FOR VALUES IN (2)", "f"));
        Set<String> fingerprints = new HashSet<>();
        all.forEach(facts -> fingerprints.add(facts.fingerprint()));
        assertThat(fingerprints).hasSameSizeAs(all);
    }

    @Test
    void aNameCannotImitateAnother() {
        CatalogColumn odd = column(NOTE, 3, "note|text\ncolumn 4", "text", false, "", "", "");
        assertThat(facts(List.of(ID, odd), List.of("id"), DEFAULT, PUBLISHED).material())
                .contains("\"note|text\ncolumn 4\"|text");
    }

    @Test
    void differencesNameColumnsAndCodes() {
        RelationSchema agreed = FACTS.schema();
        assertThat(Contract.differences(List.of(agreed), List.of(FACTS))).isEmpty();
        assertThat(Contract.differences(List.of(agreed), List.of()))
                .extracting(Finding::code)
                .containsExactly(ErrorCode.SCHEMA_CHANGED);
        RelationFacts wider = facts(
                List.of(ID, SUM, column(NOTE, 3, "note", "varchar(3)", true, "", "", "")),
                List.of("id"),
                DEFAULT,
                PUBLISHED);
        assertThat(Contract.differences(List.of(agreed), List.of(wider)))
                .singleElement()
                .satisfies(f -> assertThat(f.observed()).isEqualTo("column note has type varchar(3) instead of text"));
    }

    @Test
    void partitionsMustLogKeysAsTheirParentDoes() {
        assertThat(RelationRules.identity(partitioned("x", "d"))).isEmpty();
        assertThat(RelationRules.identity(partitioned("x", "f")))
                .extracting(Finding::code)
                .containsExactly(ErrorCode.REPLICA_IDENTITY);
    }

    private static RelationFacts partitioned(String bound, String identity) {
        Leaf leaf = new Leaf(
                5,
                new Relation("public", "t1"),
                "r",
                bound,
                new ReplicaIdentity(identity, identity.equals("f") ? List.of() : List.of("id")));
        return new RelationFacts(
                RELATION, 4, "p", "p", List.of(ID, NOTE), List.of("id"), DEFAULT, PUBLISHED, List.of(leaf));
    }

    private static Published filtered(String filter, List<String> columns) {
        return new Published(Published.ALL_OPERATIONS, true, true, filter, columns, "16390");
    }

    private static RelationFacts facts(
            List<CatalogColumn> columns, List<String> key, ReplicaIdentity identity, Published published) {
        return new RelationFacts(RELATION, 4, "r", "p", columns, key, identity, published, List.of());
    }

    private static CatalogColumn column(
            CatalogColumn of,
            int number,
            String name,
            String type,
            boolean notNull,
            String collation,
            String identity,
            String generated) {
        return new CatalogColumn(
                number, name, type, of.typeOid(), notNull, collation, identity, generated, of.order(), of.bounds());
    }
}
