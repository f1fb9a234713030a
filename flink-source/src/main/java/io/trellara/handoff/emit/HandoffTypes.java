package io.trellara.handoff.emit;

import io.trellara.handoff.model.Block;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The explicit types of what the source emits; nothing falls back to a generic serializer. */
public final class HandoffTypes {
    /** Of blocks. */
    public static final TypeInformation<Block> BLOCK = new ExplicitTypeInfo<>(Block.class, new BlockSerializer());

    /** Of typed rows. */
    public static final TypeInformation<RowChange> ROW_CHANGE =
            new ExplicitTypeInfo<>(RowChange.class, new RowChangeSerializer());

    private HandoffTypes() {}
}
