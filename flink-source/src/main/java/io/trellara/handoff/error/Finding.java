package io.trellara.handoff.error;

import java.io.Serializable;

/**
 * One problem, without a row value in it (R11).
 *
 * @param code from the catalogue
 * @param object the relation, slot, key or server it is about
 * @param observed what is
 * @param required what must be
 * @param remedy what to do
 */
public record Finding(ErrorCode code, String object, String observed, String required, String remedy)
        implements Serializable {
    /** {@code HANDOFF-2302 NAME: object: observed …; required …; do …}. */
    public String text() {
        return code.label() + ": " + object + ": observed " + observed + "; required " + required + "; do " + remedy;
    }
}
