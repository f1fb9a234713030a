package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;

/** A row that is kept until it meets the other side's: its digests, and its key in plain cells. */
record HeldRow(RowDigest digest, Key key) {}
