package io.trellara.handoff.demo;

import java.math.BigDecimal;

/** A relation in three numbers: its rows, and the sums of the two halves of every row's 128-bit hash. */
record TableSums(long rows, BigDecimal high, BigDecimal low) {}
