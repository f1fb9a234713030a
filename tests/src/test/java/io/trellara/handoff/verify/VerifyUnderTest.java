package io.trellara.handoff.verify;

import io.trellara.handoff.Sources;
import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.sink.JdbcTargetControl;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.UnaryOperator;

/** Verifies a run in this process, with parts of it that a test puts in place of the real ones. One thread. */
final class VerifyUnderTest implements AutoCloseable {
    private final JobConfig config;
    private final JdbcEvidenceStore evidence;
    private final JdbcTargetControl control;
    private UnaryOperator<Dialect> source = UnaryOperator.identity();
    private UnaryOperator<TargetControl> target = UnaryOperator.identity();
    private boolean merged;

    private VerifyUnderTest(JobConfig config) {
        this.config = config;
        this.evidence = new JdbcEvidenceStore(config.source().evidence(), "handoff test");
        this.control = new JdbcTargetControl(config.sink());
        this.merged = config.source().copy().replaceExisting();
    }

    static VerifyUnderTest of(JobConfig config) {
        return new VerifyUnderTest(config);
    }

    VerifyUnderTest source(UnaryOperator<Dialect> other) {
        source = other;
        return this;
    }

    VerifyUnderTest target(UnaryOperator<TargetControl> other) {
        target = other;
        return this;
    }

    /** Whether the target is thought to hold rows of others. */
    VerifyUnderTest merged(boolean other) {
        merged = other;
        return this;
    }

    VerificationOutcome verify(VerifyOptions options) {
        return verify(options, new Nobody());
    }

    VerificationOutcome verify(VerifyOptions options, VerifyListener listener) {
        RunKey run = config.source().run();
        VerifyDoors doors = new VerifyDoors(
                source.apply(Sources.of(config.source())),
                config.source().connection().kind(),
                config.sink().connection(),
                target.apply(control),
                evidence,
                System::nanoTime);
        VerifyPlan plan = VerifyPlan.read(evidence, evidence.run(run).orElseThrow(), List.of(), merged);
        return new Verification(doors, plan, options).verify("test", listener).outcome();
    }

    /** What the evidence holds, newest first. */
    List<VerificationRecord> recorded() {
        return evidence.verifications(config.source().run());
    }

    @Override
    public void close() {
        control.close();
        evidence.close();
    }

    /** Answers in place of one method. */
    interface Answer {
        Object to(Object[] arguments) throws Throwable;
    }

    /** The real one, but for one of its methods. */
    static <T> T instead(Class<T> door, T real, String name, Answer answer) {
        return door.cast(Proxy.newProxyInstance(
                door.getClassLoader(), new Class<?>[] {door}, (p, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        return answer.to(arguments);
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** A source of which the views that are compared in are others. */
    static Dialect viewed(Dialect source, UnaryOperator<ComparedView> other) {
        return instead(
                Dialect.class,
                source,
                "openComparedView",
                arguments -> other.apply(source.openComparedView(
                        (String) arguments[0], contract(arguments[1]), (WaitListener) arguments[2])));
    }

    @SuppressWarnings("unchecked") // it is what the method takes
    static List<RelationSchema> contract(Object argument) {
        return (List<RelationSchema>) argument;
    }

    /** Does not listen. */
    static class Nobody implements VerifyListener {
        @Override
        public void begins(int round, int tasks) {}

        @Override
        public void waits(String what) {}

        @Override
        public void notes(String what) {}

        @Override
        public void compared(long rows) {}

        @Override
        public void ended(int round, int setAside) {}
    }
}
