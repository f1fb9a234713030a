package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.model.Relation;
import java.util.List;
import java.util.Optional;

/** What statements in the log, of which no rows tell, mean for the run (R10). Pure. */
final class LoggedStatements {
    private final BinlogContract contract;

    LoggedStatements(BinlogContract contract) {
        this.contract = contract;
    }

    /** The number of calls made to {@code handler}. */
    int take(StatementEffect effect, List<Words.Word> words, String schema, ChangeHandler handler) {
        if (effect instanceof StatementEffect.Truncates truncates) {
            return truncate(contract.table(truncates.relation()), handler);
        }
        if (effect instanceof StatementEffect.Reshapes reshapes) {
            contract.relations().stream()
                    .filter(reshapes.relations()::contains)
                    .forEach(relation -> reshaped(relation, words, handler));
        } else if (effect instanceof StatementEffect.Schema whole) {
            contract.relations().stream()
                    .filter(relation -> relation.schema().equals(whole.name()))
                    .forEach(relation -> reshaped(relation, words, handler));
        } else if (effect instanceof StatementEffect.Rows) {
            if (!SystemTables.only(words, schema)) {
                throw BinlogFailures.statement(Words.title(words));
            }
        } else if (effect instanceof StatementEffect.Unknown) {
            throw BinlogFailures.unknown("the statement " + Words.title(words));
        }
        return 0;
    }

    private static int truncate(Optional<BinlogTable> table, ChangeHandler handler) {
        if (table.isEmpty()) {
            handler.passOver(1);
            return 0;
        }
        handler.truncate(1, List.of(new ChangeHandler.Truncated(0, table.get().schema())), false, true);
        return 1;
    }

    /** No fault where no change of the relation is taken anyway. */
    private static void reshaped(Relation relation, List<Words.Word> words, ChangeHandler handler) {
        handler.requireSuppressed(
                relation,
                BinlogFailures.schemaChanged(
                        relation, Words.title(words), "the relation as the run's contract has it"));
    }
}
