package io.trellara.handoff.demo;

import static io.trellara.handoff.demo.DemoText.count;

import io.trellara.handoff.error.ErrorCode;
import java.util.List;

/** What the comparison means. Pure. */
record DemoVerdict(ComparisonReport compared) {
    /** 0, or the status of DEMO_DIFFERENCE. */
    int exitStatus() {
        return compared.isEqual() ? 0 : ErrorCode.DEMO_DIFFERENCE.kind().exitCode();
    }

    List<String> lines() {
        return compared.relations().stream().map(relation -> "  " + relation).toList();
    }

    String lastLine() {
        return compared.isEqual()
                ? "VERDICT: equal. " + count(compared.rows()) + " rows on both sides, after two kills;"
                        + " no change lost, none applied twice."
                : "VERDICT: the two sides DIFFER (" + ErrorCode.DEMO_DIFFERENCE.label() + ")";
    }
}
