package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.List;
import java.util.Optional;

/**
 * What a command that failed tells its caller: text without a stack trace, and an exit status.
 *
 * @param lines one for each finding
 * @param exitCode of the first finding's kind
 * @param bug whether it was no failure that the catalogue foresees; its trace belongs into the log
 */
record Failure(List<String> lines, int exitCode, boolean bug) {
    /** {@code log} is named where a trace was written to it. */
    static Failure of(Throwable thrown, String log) {
        Optional<HandoffException> known = known(thrown);
        if (known.isPresent()) {
            HandoffException failure = known.get();
            return new Failure(
                    failure.findings().stream().map(Finding::text).toList(),
                    failure.code().kind().exitCode(),
                    failure.code() == ErrorCode.BUG);
        }
        Finding finding = new Finding(
                ErrorCode.BUG,
                "this command",
                thrown.getClass().getName(),
                "a failure that the catalogue knows",
                "report this with the log " + log + "; it is a defect");
        return new Failure(List.of(finding.text()), ErrorCode.BUG.kind().exitCode(), true);
    }

    private static Optional<HandoffException> known(Throwable thrown) {
        int depth = 0;
        for (Throwable cause = thrown; cause != null && depth < 32; cause = cause.getCause(), depth++) {
            if (cause instanceof HandoffException failure) {
                return Optional.of(failure);
            }
        }
        return Optional.empty();
    }
}
