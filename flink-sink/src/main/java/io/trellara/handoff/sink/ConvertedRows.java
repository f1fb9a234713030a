package io.trellara.handoff.sink;

import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.sink.NetChange.Kind;
import io.trellara.handoff.sink.types.LineBuffer;
import io.trellara.handoff.sink.types.LineConversion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Rows and keys as the target's columns take them; as they are where nothing has to be done. Pure; a hot path. */
final class ConvertedRows {
    private ConvertedRows() {}

    static CopyBlock of(CopyBlock block, LineConversion conversion) {
        if (conversion.untouched()) {
            return block;
        }
        LineBuffer lines = new LineBuffer(block.length());
        conversion.lines(block.bytes(), block.length(), lines);
        return new CopyBlock(
                block.generation(),
                block.lane(),
                block.schema(),
                block.attempt(),
                block.boundary(),
                block.replace(),
                block.rows(),
                lines.bytes(),
                lines.length());
    }

    static Collection<NetChange> of(Collection<NetChange> changes, LineConversion conversion) {
        if (conversion.untouched()) {
            return changes;
        }
        LineBuffer lines = new LineBuffer();
        int[] ends = new int[changes.size()];
        int count = 0;
        for (NetChange change : changes) {
            CopyLine line = change.line();
            if (change.kind() == Kind.DELETE) {
                conversion.key(line.bytes(), line.offset(), line.length(), lines);
            } else {
                conversion.row(line.bytes(), line.offset(), line.length(), lines);
            }
            ends[count++] = lines.length();
        }
        List<NetChange> converted = new ArrayList<>(count);
        int start = 0;
        for (NetChange change : changes) {
            int end = ends[converted.size()];
            converted.add(new NetChange(change.kind(), new CopyLine(lines.bytes(), start, end - start)));
            start = end;
        }
        return converted;
    }
}
