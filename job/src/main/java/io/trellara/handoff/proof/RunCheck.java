package io.trellara.handoff.proof;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.EvidenceRow;
import io.trellara.handoff.evidence.EvidenceTable;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules over a run's live evidence, and what source, target and Flink say beside it. */
public final class RunCheck {
    private static final int SHOWN = 20;
    private static final String EDITED =
            "the evidence was edited, or a rule was broken: take a bundle with handoff proof, and report it";

    private final SourceConfig config;
    private final Dialect dialect;
    private final JdbcTargetControl target;

    public RunCheck(SourceConfig config, Dialect dialect, JdbcTargetControl target) {
        this.config = config;
        this.dialect = dialect;
        this.target = target;
    }

    /** The rules' part of it. */
    public static List<CheckItem> evidence(Map<EvidenceTable, List<EvidenceRow>> rows) {
        List<CheckItem> items = new ArrayList<>();
        for (RuleJudgement judgement : EvidenceRows.judge(new RowJson(new KeyBounds.Shown()).of(rows, true))) {
            if (judgement.holds()) {
                items.add(CheckItem.verified(judgement.rule(), "evidence", judgement.says()));
            }
            judgement.violations().stream()
                    .limit(SHOWN)
                    .forEach(violation -> items.add(CheckItem.atRisk(
                            judgement.rule(),
                            violation.row(),
                            violation.observed() + "; required: " + violation.required(),
                            EDITED)));
        }
        return items;
    }

    /** The source's part of it. */
    public List<CheckItem> source(EvidenceReader evidence, RunRecord run) {
        List<RelationSchema> contract =
                List.copyOf(RunPlan.read(evidence, run.run()).schemas().values());
        return new SourceChecks(dialect, run, contract).check();
    }

    /** The target's part of it. */
    public List<CheckItem> target(RunRecord run) {
        return new TargetChecks(target, run).check();
    }

    /** Flink's part of it, where its address is given. */
    public List<CheckItem> flink(Optional<URI> address, Instant now) {
        Duration overdue = Duration.ofMillis(config.limits().checkpointOverdueMillis());
        return address.map(FlinkRest::new)
                .map(rest -> new FlinkChecks(rest::get, config.run(), overdue, now).check())
                .orElse(List.of());
    }
}
