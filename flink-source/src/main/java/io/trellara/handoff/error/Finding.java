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
 * @param severity whether it stands against a run
 */
public record Finding(ErrorCode code, String object, String observed, String required, String remedy, Severity severity)
        implements Serializable {

    /** A finding that stands against a run. */
    public Finding(ErrorCode code, String object, String observed, String required, String remedy) {
        this(code, object, observed, required, remedy, Severity.REFUSAL);
    }

    /** The same as a warning: a run may begin. */
    public Finding asWarning() {
        return new Finding(code, object, observed, required, remedy, Severity.WARNING);
    }

    /** Whether it stands against a run. */
    public boolean refuses() {
        return severity == Severity.REFUSAL;
    }

    /** {@code HANDOFF-2302 NAME: object: observed …; required …; do …}. */
    public String text() {
        return code.label() + ": " + object + ": observed " + observed + "; required " + required + "; do " + remedy;
    }
}
