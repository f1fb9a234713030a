package io.trellara.handoff.job;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.verify.VerifyOptions;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class for clusters: {@code flink run handoff-cluster.jar --config FILE}. On a managed service it is started
 * without arguments and reads the application's properties. With {@code --verify} it verifies the run, which goes on as
 * another job, and ends. All options of Flink are the cluster's.
 */
public final class HandoffJobMain {
    private static final Logger LOG = LoggerFactory.getLogger(HandoffJobMain.class);

    private HandoffJobMain() {}

    public static void main(String[] arguments) throws Exception {
        JobArguments what = JobArguments.of(List.of(arguments), System.getenv());
        JobConfig config = what.read();
        LOG.info("run {} with {}", config.source().run(), String.join("; ", config.shown()));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        if (what.verify().isPresent()) {
            verify(env, config, what.verify().get());
            return;
        }
        HandoffJob.define(env, config);
        env.execute("handoff " + config.source().run());
    }

    /** Ends as failed where the target is not proven to be right. */
    private static void verify(StreamExecutionEnvironment env, JobConfig config, VerifyChoice choice) {
        VerifyOptions options = choice.options(env.getParallelism());
        VerificationOutcome outcome = VerifyJob.run(env, config, choice.relations(), options);
        LOG.info("verification {}: {}", outcome.id(), outcome.verdict().text());
        if (outcome.verdict() != Verdict.VERIFIED) {
            throw new HandoffException(new Finding(
                    outcome.verdict() == Verdict.DIVERGED ? ErrorCode.DIVERGENCE_PROVEN : ErrorCode.VERIFY_INCONCLUSIVE,
                    "run " + config.source().run(),
                    outcome.reason().orElse(outcome.verdict().text()),
                    "a target that equals the source",
                    "handoff status shows it; handoff recopy --from-verification " + outcome.id() + " repairs"));
        }
    }
}
