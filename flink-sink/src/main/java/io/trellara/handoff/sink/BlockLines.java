package io.trellara.handoff.sink;

import io.trellara.handoff.model.CopyBlock;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The lines of a copy block one by one, as views on it. One thread. */
final class BlockLines implements Iterator<CopyLine> {
    private final CopyBlock block;
    private int next;

    private BlockLines(CopyBlock block) {
        this.block = block;
    }

    /** Those of all blocks. */
    static Iterable<CopyLine> of(List<CopyBlock> blocks) {
        return () -> blocks.stream()
                .flatMap(block -> {
                    Iterable<CopyLine> lines = () -> new BlockLines(block);
                    return java.util.stream.StreamSupport.stream(lines.spliterator(), false);
                })
                .iterator();
    }

    @Override
    public boolean hasNext() {
        return next < block.length();
    }

    @Override
    public CopyLine next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        int end = next;
        while (block.bytes()[end] != '\n') {
            end++;
        }
        CopyLine line = new CopyLine(block.bytes(), next, end - next);
        next = end + 1;
        return line;
    }
}
