package io.trellara.handoff.verify;

import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.rows.DifferingRow;

/** A row that is proven to differ. Its key is a value (R11): for the screen of who asks for it, and nothing else. */
public record DivergentRow(RelationSchema schema, DifferingRow row) {}
