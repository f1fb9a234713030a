package io.trellara.handoff.verify.rows;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.sink.types.ColumnPair;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What both sides of a comparison agree on. Pure.
 *
 * @param pairs of the contract's columns, in its order
 * @param key the key's columns by their index, in key order
 * @param exact whether rows are digested as the servers digest them, byte by byte; else by what their cells mean
 */
record RowPlan(Relation relation, List<ColumnPair> pairs, List<Integer> key, boolean exact) {
    RowPlan {
        pairs = List.copyOf(pairs);
        key = List.copyOf(key);
    }

    List<ColumnPair> keyPairs() {
        return key.stream().map(pairs::get).toList();
    }

    /** A key of the source as the target has it. */
    Key bound(Key plain) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            cells.add(pairs.get(key.get(i)).written(plain.cells().get(i)));
        }
        return new Key(cells);
    }

    /** The same; empty for one that the target cannot hold, and so has not. */
    Optional<Key> written(Key plain) {
        try {
            return Optional.of(bound(plain));
        } catch (HandoffException e) {
            if (e.code() != ErrorCode.TARGET_VALUE_UNHELD) {
                throw e;
            }
            return Optional.empty();
        }
    }

    byte[] present(byte @Nullable [] cell) {
        if (cell == null) {
            throw RowsFailure.shape(relation.toString(), "a row whose key is NULL in part", "keys without NULL");
        }
        return cell;
    }

    HandoffException failed(Side side, String doing, SQLException e) {
        return RowsFailure.reading(relation + " at " + side.kind().text(), doing, e);
    }
}
