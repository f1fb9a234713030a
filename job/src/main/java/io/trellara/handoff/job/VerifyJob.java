package io.trellara.handoff.job;

import io.trellara.handoff.Sources;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.sink.JdbcTargetControl;
import io.trellara.handoff.sink.SinkConfig;
import io.trellara.handoff.verify.ComparedTask;
import io.trellara.handoff.verify.RangeReader;
import io.trellara.handoff.verify.RemoteReaders;
import io.trellara.handoff.verify.Task;
import io.trellara.handoff.verify.Verification;
import io.trellara.handoff.verify.VerifyDoors;
import io.trellara.handoff.verify.VerifyListener;
import io.trellara.handoff.verify.VerifyOptions;
import io.trellara.handoff.verify.VerifyPlan;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.InstantiationUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A verification whose ranges are compared by the tasks of a Flink job, each with sessions of its own. The view, the
 * log and the rounds behind the first, which look up rows, are with the one who starts it.
 */
public final class VerifyJob implements RemoteReaders {
    private static final Logger LOG = LoggerFactory.getLogger(VerifyJob.class);

    private final StreamExecutionEnvironment env;
    private final JobConfig config;
    private final VerifyOptions options;

    private VerifyJob(StreamExecutionEnvironment env, JobConfig config, VerifyOptions options) {
        this.env = env;
        this.config = config;
        this.options = options;
    }

    /**
     * Verifies the run of that configuration as a job in {@code env}, with that environment's parallelism.
     *
     * @param relations those to be compared; all where there is none
     */
    public static VerificationOutcome run(
            StreamExecutionEnvironment env, JobConfig config, List<Relation> relations, VerifyOptions options) {
        Doors doors = new Doors(config.source(), config.sink());
        try (EvidenceStore evidence = doors.evidence();
                JdbcTargetControl target = new JdbcTargetControl(config.sink())) {
            evidence.requireSchema();
            RunRecord run = evidence.run(config.source().run()).orElseThrow(() -> missing(config));
            VerifyPlan plan = VerifyPlan.read(
                    evidence, run, relations, config.source().copy().replaceExisting());
            VerifyJob job = new VerifyJob(env, config, options);
            return new Verification(doors.open(evidence, target), plan, options, Optional.of(job))
                    .verify("flink", new Logged())
                    .outcome();
        }
    }

    private static HandoffException missing(JobConfig config) {
        return new HandoffException(new Finding(
                ErrorCode.RUN_MISSING,
                "run " + config.source().run(),
                "no evidence of it",
                "a run that was started",
                "check run.source, run.dataset and run.id"));
    }

    @Override
    @SuppressWarnings("try") // an interruption while the iterator is closed ends as any other failure of the job
    public void compare(VerifyPlan plan, ViewTicket view, List<Task.Range> ranges, Consumer<ComparedTask> found) {
        RangeReader.Bound bound = new RangeReader.Bound(
                plan.run(), plan.identity(), List.copyOf(plan.schemas().values()));
        CompareRange compare = new CompareRange(new Doors(config.source(), config.sink()), bound, view, options);
        List<byte[]> tasks = new ArrayList<>();
        for (Task.Range range : ranges) {
            tasks.add(bytes(range));
        }
        var compared = env.fromData(tasks, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
                .name("ranges")
                .rebalance()
                .map(compare)
                .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
                .name("compare ranges");
        try (CloseableIterator<byte[]> results = compared.executeAndCollect("handoff verify " + plan.run())) {
            while (results.hasNext()) {
                found.accept(
                        object(results.next(), ComparedTask.class, getClass().getClassLoader()));
            }
        } catch (HandoffException e) {
            throw e;
        } catch (Exception e) {
            throw new HandoffException(
                    new Finding(
                            ErrorCode.VERIFY_JOB_FAILED,
                            "run " + plan.run(),
                            "a comparison's job that ended by " + e.getClass().getSimpleName(),
                            "a job that compares every range",
                            "look into its log at the cluster, then verify again"),
                    e);
        }
    }

    private static byte[] bytes(Serializable object) {
        try {
            return InstantiationUtil.serializeObject(object);
        } catch (IOException e) {
            throw HandoffException.bug("verify", "a task that cannot be serialized", "a serializable one");
        }
    }

    private static <T> T object(byte[] bytes, Class<T> type, ClassLoader loader) {
        try {
            return type.cast(InstantiationUtil.deserializeObject(bytes, loader));
        } catch (IOException | ClassNotFoundException e) {
            throw HandoffException.bug("verify", "bytes that are no " + type.getSimpleName(), "a whole one");
        }
    }

    /** Where a task reaches everything. */
    private record Doors(SourceConfig source, SinkConfig sink) implements Serializable {
        EvidenceStore evidence() {
            return new JdbcEvidenceStore(
                    source.evidence(), "trellara-handoff verify " + source.run().runId());
        }

        VerifyDoors open(EvidenceStore evidence, JdbcTargetControl target) {
            return new VerifyDoors(
                    Sources.of(source),
                    source.connection().kind(),
                    sink.connection(),
                    target,
                    evidence,
                    System::nanoTime);
        }
    }

    /** One task: joins the view when it starts, and compares what it is given. */
    private static final class CompareRange extends RichMapFunction<byte[], byte[]> {
        private static final long serialVersionUID = 1;

        private final Doors doors;
        private final RangeReader.Bound bound;
        private final ViewTicket view;
        private final VerifyOptions options;

        @SuppressWarnings("NullAway.Init") // Flink calls open before anything else
        private transient EvidenceStore evidence;

        @SuppressWarnings("NullAway.Init")
        private transient JdbcTargetControl target;

        @SuppressWarnings("NullAway.Init")
        private transient RangeReader reader;

        CompareRange(Doors doors, RangeReader.Bound bound, ViewTicket view, VerifyOptions options) {
            this.doors = doors;
            this.bound = bound;
            this.view = view;
            this.options = options;
        }

        @Override
        public void open(OpenContext context) {
            evidence = doors.evidence();
            target = new JdbcTargetControl(doors.sink());
            int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
            reader = RangeReader.open(doors.open(evidence, target), bound, view, options.sharedBy(tasks));
        }

        @Override
        public byte[] map(byte[] task) {
            ClassLoader loader = getRuntimeContext().getUserCodeClassLoader();
            return bytes(reader.compare(object(task, Task.Range.class, loader)));
        }

        /** Also after an open that failed. */
        @Override
        public void close() {
            if (reader != null) {
                reader.close();
            }
            if (target != null) {
                target.close();
            }
            if (evidence != null) {
                evidence.close();
            }
        }
    }

    /** The job's log is its screen. */
    private static final class Logged implements VerifyListener {
        @Override
        public void begins(int round, int tasks) {
            LOG.info("round {} begins: {} ranges and portions of rows", round, tasks);
        }

        @Override
        public void waits(String what) {
            LOG.info("waits for {}", what);
        }

        @Override
        public void notes(String what) {
            LOG.info("{}", what);
        }

        @Override
        public void compared(long rows) {
            LOG.debug("{} rows compared", rows);
        }

        @Override
        public void ended(int round, int setAside) {
            LOG.info("round {} is over; {} rows changed meanwhile are looked at again", round, setAside);
        }
    }
}
