package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import java.util.Optional;

/**
 * What the coordinator says to a request.
 *
 * @param child the run that it has led to
 * @param code why it is refused
 * @param reason why it is refused
 */
public record ControlAnswer(
        long id, ControlState state, Optional<RunKey> child, Optional<String> code, Optional<String> reason) {
    /** A child run works on it. */
    public static ControlAnswer taken(long id, RunKey child) {
        return new ControlAnswer(id, ControlState.TAKEN, Optional.of(child), Optional.empty(), Optional.empty());
    }

    /** It is done, or in force from now on. */
    public static ControlAnswer done(long id) {
        return new ControlAnswer(id, ControlState.DONE, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** It cannot be done. */
    public static ControlAnswer refused(long id, String code, String reason) {
        return new ControlAnswer(id, ControlState.REFUSED, Optional.empty(), Optional.of(code), Optional.of(reason));
    }
}
