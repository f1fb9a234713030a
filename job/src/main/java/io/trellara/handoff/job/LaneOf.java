package io.trellara.handoff.job;

import io.trellara.handoff.model.Block;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;

/** A block's lane, with its type said rather than guessed. */
final class LaneOf implements KeySelector<Block, Integer>, ResultTypeQueryable<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public Integer getKey(Block block) {
        return block.lane();
    }

    @Override
    public TypeInformation<Integer> getProducedType() {
        return Types.INT;
    }
}
