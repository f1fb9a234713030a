package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.ErrorKind;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Reads error codes as people and the evidence write them. */
final class Codes {
    private Codes() {}

    /** Takes {@code 4003}, {@code HANDOFF-4003}, {@code SLOT_AHEAD} and {@code HANDOFF-4003 SLOT_AHEAD}. */
    static Optional<ErrorCode> find(String text) {
        String word = text.strip().toUpperCase(Locale.ROOT);
        String number = word.startsWith("HANDOFF-") ? word.substring("HANDOFF-".length()) : word;
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.name().equals(word)
                        || number.equals(String.valueOf(code.number()))
                        || word.equals(code.label()))
                .findFirst();
    }

    static String whoseMove(ErrorKind kind) {
        return switch (kind) {
            case CONFIG -> "The configuration is wrong; nothing was touched. Correct it and run again.";
            case PRECONDITION ->
                "Something outside is not as required; nothing was changed. Do what the message says, then run again.";
            case CONTRACT ->
                "The run has halted rather than guess. Read the reason in ./handoff status, mend it, then ./handoff resume; or abandon the run and start another.";
            case DIVERGENCE ->
                "Source and target are proven to differ. Keep the evidence, find out what wrote to the target, and start a new run.";
            case TRANSIENT ->
                "May pass by itself, and was retried within its budget. Run again; the run resumes where its evidence ends.";
            case BUG ->
                "A state that cannot be: a defect of this program. Report it with the run's evidence and the log.";
        };
    }
}
