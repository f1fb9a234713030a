package io.trellara.handoff.proof;

import io.trellara.handoff.error.ErrorKind;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Asks servers one thing after the other; one that does not answer is missing evidence, and no end of the checks. */
final class Asked {
    private final List<CheckItem> items = new ArrayList<>();

    /** A question; what it finds against the run it may also throw. */
    @FunctionalInterface
    interface Question {
        CheckItem ask();
    }

    /** @return whether it was answered */
    boolean ask(String check, String object, Question question) {
        return askAll(check, object, () -> List.of(question.ask()));
    }

    /** A question with several answers. */
    boolean askAll(String check, String object, Supplier<List<CheckItem>> question) {
        try {
            items.addAll(question.get());
            return true;
        } catch (HandoffException failure) {
            failure.findings().forEach(finding -> items.add(of(check, object, finding)));
            return !unanswered(failure.code().kind());
        }
    }

    void add(CheckItem item) {
        items.add(item);
    }

    List<CheckItem> items() {
        return List.copyOf(items);
    }

    private static CheckItem of(String check, String object, Finding finding) {
        String observed = finding.code().label() + ": " + finding.observed();
        return unanswered(finding.code().kind())
                ? CheckItem.missing(check, object, observed, finding.remedy())
                : CheckItem.atRisk(check, object, observed, finding.remedy());
    }

    /** What stands against a run is of other kinds: these say that nobody could look. */
    private static boolean unanswered(ErrorKind kind) {
        return kind == ErrorKind.PRECONDITION || kind == ErrorKind.TRANSIENT;
    }
}
