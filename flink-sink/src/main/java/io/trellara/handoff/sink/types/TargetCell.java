package io.trellara.handoff.sink.types;

/** How a cell gets into a column. */
record TargetCell(CellConversion conversion, CellForm form) {
    /** As it is. */
    static final TargetCell SAME = new TargetCell(CellConversion.NONE, CellForm.PLAIN);

    static TargetCell of(CellConversion conversion) {
        return new TargetCell(conversion, CellForm.PLAIN);
    }

    static TargetCell hex(CellConversion conversion) {
        return new TargetCell(conversion, CellForm.HEX);
    }
}
