package io.trellara.handoff.emit;

import io.trellara.handoff.model.Block;
import java.io.Serializable;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Turns the source's blocks into what a DataStream carries. Runs in the task thread. */
public interface BlockDeserializer<T> extends Serializable {
    /** Hands over what the block holds, in order. */
    void deserialize(Block block, Consumer<T> out);

    /** The explicit type of what is handed over. */
    TypeInformation<T> producedType();

    /** Blocks as they are: for the sink of this project. */
    static BlockDeserializer<Block> blocks() {
        return new AsBlocks();
    }

    /** Typed rows, one by one: for any other sink. */
    static BlockDeserializer<RowChange> rows() {
        return new AsRows();
    }
}
