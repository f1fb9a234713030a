package io.trellara.handoff.sink;

import io.trellara.handoff.emit.HandoffTypes;
import io.trellara.handoff.emit.RowChange;
import java.util.Objects;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * For DataStream users with a sink of their own, which has no ledger: remembers per key the position last passed, and
 * skips what is not newer, so that a retried chunk's replay (R5) never moves a row backwards. Its state is one position
 * per key ever seen: use the RocksDB state backend. Follows {@code keyBy(PositionGuard.key(), Types.STRING)}.
 */
public final class PositionGuard extends KeyedProcessFunction<String, RowChange, RowChange>
        implements ResultTypeQueryable<RowChange> {
    private static final long serialVersionUID = 1;

    private transient @Nullable ValueState<Tuple2<Long, Integer>> last;

    /** Relation and key; a TRUNCATE, which has no key, is ordered among its relation's TRUNCATEs alone. */
    public static KeySelector<RowChange, String> key() {
        return PositionGuard::keyOf;
    }

    private static String keyOf(RowChange row) {
        StringBuilder key = new StringBuilder(row.schema().relation().toString());
        for (String cell : row.key()) {
            key.append('/').append(cell.length()).append(':').append(cell);
        }
        return key.toString();
    }

    @Override
    public void open(OpenContext context) {
        last = getRuntimeContext()
                .getState(new ValueStateDescriptor<>("handoff-position", Types.TUPLE(Types.LONG, Types.INT)));
    }

    @Override
    public TypeInformation<RowChange> getProducedType() {
        return HandoffTypes.ROW_CHANGE;
    }

    @Override
    public void processElement(RowChange row, Context context, Collector<RowChange> out) throws Exception {
        ValueState<Tuple2<Long, Integer>> state = Objects.requireNonNull(last);
        Tuple2<Long, Integer> passed = state.value();
        if (passed == null || row.isAfter(passed.f0, passed.f1)) {
            state.update(Tuple2.of(row.commit(), row.ordinal()));
            out.collect(row);
        }
    }
}
