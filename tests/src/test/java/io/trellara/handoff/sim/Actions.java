package io.trellara.handoff.sim;

import io.trellara.handoff.coordinate.SteppedCoordinator;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Everything that may happen next: each by its weight, whether it can be done just now or not. */
final class Actions {
    private static final int OLD_ROUNDS = 12;
    private static final int TURNS = 6;

    /** How often in a hundred a drowsy reader looks at its mail when it could. */
    private static final List<Integer> DROWSY = List.of(1, 2, 8);

    private static final List<Integer> PACES = List.of(1, 3, 3, 8);
    private static final List<Boolean> BOTH = List.of(true, false);

    private final World world;
    private final SimulatedJob job;
    private final Choices choices;
    private final Faults faults;
    private final List<Runnable> table = new ArrayList<>();
    private final int drowsy;
    private final int drowsiness;
    private boolean sourceChanged;

    Actions(World world, SimulatedJob job, Faults faults) {
        this.world = world;
        this.job = job;
        this.choices = world.choices;
        this.faults = faults;
        weigh(4, world.source::write);
        weigh(3, world.source::becomeVisible);
        weigh(1, world.source::otherLog);
        weigh(6, this::coordinatorStep);
        weigh(6, this::hear);
        weigh(4, this::receive);
        weigh(7, this::fetch);
        weigh(5, this::poll);
        weigh(7, this::take);
        weigh(2, this::pass);
        weigh(2, this::checkpoint);
        weigh(2, this::completion);
        weigh(2, this::old);
        weigh(1, this::operator);
        drowsy = choices.chance(40) ? choices.below(job.region().readers.size()) : -1;
        drowsiness = choices.of(DROWSY);
        int calm = table.size() / 100 + 1;
        for (int i = 0; i < calm; i++) {
            table.add(this::fault);
        }
    }

    /** Some parts are slower than others, in each schedule other ones. */
    private void weigh(int weight, Runnable action) {
        int times = weight * choices.of(PACES);
        for (int i = 0; i < times; i++) {
            table.add(action);
        }
    }

    boolean sourceChanged() {
        return sourceChanged;
    }

    void step() {
        choices.of(table).run();
    }

    private void coordinatorStep() {
        coordinatorStep(job.coordinator());
    }

    /** One of what the coordinator and its threads can do now. */
    private void coordinatorStep(CoordinatorLife life) {
        SteppedCoordinator stepped = life.coordinator;
        List<Runnable> ready = new ArrayList<>();
        for (boolean evidence : BOTH) {
            if (stepped.hasWork(evidence)) {
                ready.add(() -> stepped.work(evidence));
            }
            if (stepped.hasResult(evidence)) {
                ready.add(() -> job.coordinate(life, () -> stepped.takeOver(evidence)));
            }
        }
        if (stepped.hasPost()) {
            ready.add(() -> job.coordinate(life, stepped::post));
        }
        if (ready.isEmpty() || choices.chance(10)) {
            ready.add(stepped::lookAtView);
            ready.add(stepped::lookAtRequests);
        }
        choices.of(ready).run();
    }

    /** Up to four times in a row, each time by one of those that have something to do. */
    private <T> void some(List<T> all, Predicate<T> ready, Consumer<T> action) {
        int times = choices.between(1, 4);
        for (int i = 0; i < times; i++) {
            int first = choices.below(all.size());
            for (int n = 0; n < all.size(); n++) {
                T one = all.get((first + n) % all.size());
                if (ready.test(one)) {
                    action.accept(one);
                    break;
                }
            }
        }
    }

    private void hear() {
        CoordinatorLife life = job.coordinator();
        Region region = job.region();
        if (life.mayNotice() && choices.chance(50)) {
            job.coordinate(life, life::notice);
        }
        some(
                region.readers,
                reader -> isPresent(life, region) && !life.awaitsReset() && !reader.outbox.isEmpty(),
                reader -> job.coordinate(life, () -> life.hear(reader)));
    }

    private boolean isPresent(CoordinatorLife life, Region region) {
        return life == job.coordinator() && region == job.region();
    }

    private void receive() {
        Region region = job.region();
        some(
                region.readers,
                reader -> region == job.region()
                        && reader.hasMail()
                        && (reader.subtask != drowsy || choices.chance(drowsiness)),
                reader -> job.receive(region, reader));
    }

    private void fetch() {
        fetch(job.region());
    }

    private void fetch(Region region) {
        some(region.readers, reader -> !reader.reader.fetchers().isEmpty(), reader -> {
            String fetcher = choices.of(reader.reader.fetchers());
            job.task(region, () -> reader.reader.fetch(fetcher));
        });
    }

    private void poll() {
        poll(job.region());
    }

    private void poll(Region region) {
        some(
                region.readers,
                reader -> !region.isClosed() && reader.reader.hasFetched(),
                reader -> job.task(region, reader.reader::poll));
    }

    private void take() {
        take(job.region());
    }

    private void take(Region region) {
        some(region.sinks, sink -> !region.isClosed() && !sink.isEmpty(), sink -> job.take(region, sink));
    }

    private void pass() {
        long millis = choices.between(1, 600);
        world.pass(millis);
        pass(job.region(), millis);
    }

    private void pass(Region region, long millis) {
        SinkTask sink = choices.of(region.sinks);
        job.task(region, () -> sink.sink.pass(millis));
    }

    private void checkpoint() {
        if (!job.checkpointing()) {
            job.trigger(choices.chance(10));
        } else if (choices.chance(8)) {
            job.abort();
        }
    }

    private void completion() {
        Region region = job.region();
        some(region.readers, reader -> !reader.completions.isEmpty(), reader -> {
            long checkpoint = reader.completions.remove();
            if (choices.chance(90)) { // best effort: a later one stands for it
                job.task(region, () -> reader.reader.completed(checkpoint));
            }
        });
    }

    /** Whoever was given up for dead goes on. */
    private void old() {
        if (!job.oldCoordinators.isEmpty() && choices.chance(40)) {
            coordinatorStep(choices.of(job.oldCoordinators));
        } else if (!job.oldRegions.isEmpty()) {
            Region region = choices.of(job.oldRegions);
            switch (choices.below(4)) {
                case 0 -> fetch(region);
                case 1 -> poll(region);
                case 2 -> take(region);
                default -> pass(region, 600);
            }
        }
    }

    /** An operator has a relation copied again, or some of its chunks; each relation once. */
    private void operator() {
        Tables recorded = world.recorded()
                .filter(t -> t.row().state() == RunState.STREAMING)
                .orElse(null);
        Relation relation = choices.of(world.source.dataset.relations());
        boolean asked = world.evidence.controls().stream()
                .anyMatch(control -> control.request().relation().equals(Optional.of(relation)));
        if (recorded == null || asked || choices.chance(70)) {
            return;
        }
        List<Integer> chunks = recorded.chunks().keySet().stream()
                .filter(id -> id.relation().equals(relation))
                .map(ChunkId::number)
                .toList();
        boolean whole = choices.chance(50)
                || !world.source
                        .dataset
                        .table(world.source.dataset.of(relation))
                        .schema()
                        .keyOrdered();
        world.evidence.requestRecopy(relation, whole ? List.of() : List.of(choices.of(chunks)));
    }

    private void fault() {
        int what = choices.below(20);
        if (what < 5) {
            if (faults.views()) {
                viewFault(choices.below(4));
            }
        } else if (what < 8) {
            if (faults.truncates()) {
                truncate();
            }
        } else if (what < 10) {
            if (faults.source() && choices.chance(30)) {
                changeSource();
            }
        } else if (faults.crashes()) {
            crash(what - 10);
        }
    }

    private void viewFault(int what) {
        if (what < 2) {
            world.dialect.loseView();
        } else if (what < 3) {
            world.dialect.breakARead();
        } else {
            world.dialect.block("pid 1");
        }
    }

    private void truncate() {
        int relation = choices.below(world.source.dataset.size());
        if (world.dialect.isRead(relation)) {
            world.dialect.block("a TRUNCATE");
        } else {
            world.source.truncate(relation);
        }
    }

    private void changeSource() {
        if (world.recorded().filter(t -> t.row().consistentLsn().isPresent()).isEmpty()) {
            return;
        }
        sourceChanged = true;
        if (choices.chance(50) || world.without(Removal.R8_SAME_SOURCE)) {
            world.dialect.failOver();
        } else {
            world.dialect.disturbLog();
        }
    }

    private void crash(int what) {
        boolean lingers = choices.chance(50);
        if (what < 4) {
            job.restartRegion(lingers);
        } else if (what < 5) {
            world.dialect.cutStream();
        } else if (what < 8) {
            job.restartJob(job.newest(), readers(), sinks(), lingers);
        } else if (what < 9 && !job.all().isEmpty()) {
            job.restartJob(Optional.of(choices.of(job.all())), readers(), sinks(), lingers);
        } else {
            job.restartJob(Optional.empty(), readers(), sinks(), lingers);
        }
    }

    private int readers() {
        return choices.chance(60) ? job.region().readers.size() : choices.of(List.of(1, 2, 4));
    }

    private int sinks() {
        return choices.chance(60) ? job.region().sinks.size() : choices.of(List.of(1, 2, 4));
    }

    /** A round in which everybody comes to his turn. */
    void drain(int round) {
        if (round >= OLD_ROUNDS) {
            List.copyOf(job.oldRegions).forEach(Region::close);
            job.oldRegions.clear();
            job.oldCoordinators.forEach(life -> life.coordinator.close());
            job.oldCoordinators.clear();
        }
        for (int i = 0; i < TURNS; i++) {
            everybody();
            old();
        }
        world.pass(150);
        if (!job.checkpointing()) {
            job.trigger(false);
        }
    }

    /** A round without faults, while the writers write. */
    void calmRound() {
        if (choices.chance(25)) {
            world.source.write();
        }
        if (choices.chance(25)) {
            world.source.becomeVisible();
        }
        everybody();
        world.pass(30);
        if (!job.checkpointing()) {
            job.trigger(false);
        }
    }

    /** Everybody's turn, once. */
    void everybody() {
        CoordinatorLife life = job.coordinator();
        for (boolean evidence : BOTH) {
            life.coordinator.work(evidence);
            job.coordinate(life, () -> life.coordinator.takeOver(evidence));
        }
        if (life == job.coordinator()) {
            life.coordinator.lookAtView();
            life.coordinator.lookAtRequests();
            job.coordinate(life, life.coordinator::post);
        }
        if (life == job.coordinator()) {
            job.coordinate(life, life::notice);
        }
        Region region = job.region();
        for (int i = 0; i < region.readers.size() && region == job.region(); i++) {
            everyReader(region, region.readers.get(i));
        }
        for (int i = 0; i < region.sinks.size() && region == job.region(); i++) {
            SinkTask sink = region.sinks.get(i);
            for (int n = 0; n < 6 && region == job.region(); n++) {
                job.take(region, sink);
            }
        }
    }

    private void everyReader(Region region, ReaderTask reader) {
        CoordinatorLife life = job.coordinator();
        if (!life.awaitsReset()) {
            job.coordinate(life, () -> life.hear(reader));
        }
        List<Runnable> turns = List.of(
                () -> job.receive(region, reader),
                () -> reader.reader.fetchers().forEach(fetcher -> job.task(region, () -> reader.reader.fetch(fetcher))),
                () -> job.task(region, reader.reader::poll),
                () -> job.task(
                        region,
                        () -> Optional.ofNullable(reader.completions.poll()).ifPresent(reader.reader::completed)));
        for (Runnable turn : turns) {
            if (region == job.region()
                    && life == job.coordinator()
                    && job.halted().isEmpty()) {
                turn.run();
            }
        }
    }
}
