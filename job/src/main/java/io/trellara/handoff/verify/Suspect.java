package io.trellara.handoff.verify;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.verify.rows.KeyDigest;
import java.io.Serializable;

/**
 * A row that differed and that somebody changed meanwhile: to be looked at once more.
 *
 * @param digest of its key, the same on both sides
 * @param key as the source prints it
 * @param piece the range that it lies in
 */
public record Suspect(KeyDigest digest, Key key, VerifyPlan.Piece piece) implements Serializable {}
