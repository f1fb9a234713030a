package io.trellara.handoff.emit;

import io.trellara.handoff.model.Block;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Hands blocks on untouched. */
final class AsBlocks implements BlockDeserializer<Block> {
    private static final long serialVersionUID = 1;

    @Override
    public void deserialize(Block block, Consumer<Block> out) {
        out.accept(block);
    }

    @Override
    public TypeInformation<Block> producedType() {
        return HandoffTypes.BLOCK;
    }
}
