package io.trellara.handoff.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PreflightReportTest {
    private static final RunKey RUN = new RunKey("s", "d", "r");
    private static final Finding WARNING = finding(ErrorCode.WAL_RETENTION).asWarning();
    private static final Finding REFUSAL = finding(ErrorCode.WAL_LEVEL);
    private static final Finding OTHER = finding(ErrorCode.RELATION_KEYLESS);

    @Test
    void tellsEveryFindingOnceAndRefusalsFirst() {
        PreflightReport report = new PreflightReport(RUN, List.of(WARNING, REFUSAL, OTHER, REFUSAL, WARNING));
        assertThat(report.findings()).containsExactly(REFUSAL, OTHER, WARNING);
        assertThat(report.refusals()).containsExactly(REFUSAL, OTHER);
        assertThat(report.warnings()).containsExactly(WARNING);
    }

    @Test
    void warningsAlonePass() {
        PreflightReport report = new PreflightReport(RUN, List.of(WARNING));
        assertThat(report.passed()).isTrue();
        report.requirePassed();
    }

    @Test
    void throwsAllRefusalsAndNoWarning() {
        PreflightReport report = new PreflightReport(RUN, List.of(WARNING, REFUSAL, OTHER));
        assertThatThrownBy(report::requirePassed)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.findings()).containsExactly(REFUSAL, OTHER));
    }

    private static Finding finding(ErrorCode code) {
        return new Finding(code, "object", "this", "that", "something");
    }
}
