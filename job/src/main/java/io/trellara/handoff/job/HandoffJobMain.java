package io.trellara.handoff.job;

import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class for clusters: {@code flink run handoff-cluster.jar --config FILE}. On a managed service it is started
 * without arguments and reads the application's properties. All options of Flink are the cluster's.
 */
public final class HandoffJobMain {
    private static final Logger LOG = LoggerFactory.getLogger(HandoffJobMain.class);

    private HandoffJobMain() {}

    public static void main(String[] arguments) throws Exception {
        JobConfig config = JobArguments.of(List.of(arguments), System.getenv()).read();
        LOG.info("run {} with {}", config.source().run(), String.join("; ", config.shown()));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        HandoffJob.define(env, config);
        env.execute("handoff " + config.source().run());
    }
}
