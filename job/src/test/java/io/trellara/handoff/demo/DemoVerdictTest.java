package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Relation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoVerdictTest {
    private static final Relation ORDERS = new Relation("shop", "orders");

    @Test
    void equalSidesEndWithZero() {
        DemoVerdict verdict = new DemoVerdict(new ComparisonReport(List.of(RelationComparison.equal(ORDERS, 7))));
        assertThat(verdict.exitStatus()).isZero();
        assertThat(verdict.lastLine()).contains("equal", "7 rows");
    }

    @Test
    void oneRowThatDiffersEndsWithFourAndIsNamedByItsDigest() {
        RelationComparison differs = new RelationComparison(ORDERS, 7, 7, 0, 0, 1, List.of("different key#ab"));
        DemoVerdict verdict = new DemoVerdict(new ComparisonReport(List.of(differs)));
        assertThat(verdict.exitStatus()).isEqualTo(4);
        assertThat(verdict.lastLine()).contains("DIFFER", "DEMO_DIFFERENCE");
        assertThat(verdict.lines()).singleElement().asString().contains("1 different", "key#ab");
    }
}
