package io.trellara.handoff.verify;

import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What one reader compares at once. */
public sealed interface Task extends Serializable {
    RelationSchema schema();

    /** All rows of a range. */
    record Range(Piece piece) implements Task {
        @Override
        public RelationSchema schema() {
            return piece.schema();
        }
    }

    /** Rows that were set aside, of one relation. */
    record Rows(RelationSchema schema, List<Suspect> suspects) implements Task {
        /** So many are looked up by one statement or a few. */
        private static final int AT_ONCE = 1_000;

        public Rows {
            suspects = List.copyOf(suspects);
        }

        /** In portions. */
        static List<Task> of(RelationSchema schema, List<Suspect> suspects) {
            List<Task> portions = new ArrayList<>();
            for (int from = 0; from < suspects.size(); from += AT_ONCE) {
                portions.add(new Rows(schema, suspects.subList(from, Math.min(suspects.size(), from + AT_ONCE))));
            }
            return portions;
        }
    }
}
