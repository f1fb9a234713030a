package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * One round (design §11): a view of the source, the target once it has reached that view, and then everything that has
 * changed since. Nothing is held up by it. One thread.
 */
final class Round {
    private final VerifyDoors doors;
    private final VerifyPlan plan;
    private final VerifyOptions options;
    private final Optional<RemoteReaders> elsewhere;
    private final LedgerWait ledger;
    private final Reader.Opening opening;

    /**
     * What a round found.
     *
     * @param from where the log begins of which all changes were looked up; covered by every reader's view
     * @param boundary the target had reached this when it was read
     * @param until what changed up to here was set aside
     */
    record Result(Position from, Position boundary, Position until, List<ComparedTask> found, Judgement judgement) {
        Result {
            found = List.copyOf(found);
        }
    }

    Round(VerifyDoors doors, VerifyPlan plan, VerifyOptions options, Optional<RemoteReaders> elsewhere) {
        this.doors = doors;
        this.plan = plan;
        this.options = options;
        this.elsewhere = elsewhere;
        this.opening = options.opening(doors, plan.identity(), plan.contract());
        this.ledger = LedgerWait.of(doors, plan.run(), options);
    }

    /**
     * What is to be compared.
     *
     * @param most as many tasks, or fewer
     * @param at tells them, given a position that covers what every reader's view holds, and what is to be called about
     *     once a second meanwhile
     */
    record Wanted(int most, BiFunction<Position, Runnable, List<Task>> at) {}

    /** @param said hears what is waited for, and of each task that is done; any thread */
    Result run(Wanted wanted, Said said) {
        Lsn appliedBefore = applied();
        try (Targets targets = Targets.open(opening, Math.max(1, Math.min(wanted.most(), count())));
                ComparedView view = doors.source()
                        .openComparedView(plan.identity(), plan.contract(), wait -> said.waits(wait.text()));
                Readers readers = Readers.open(opening, view, targets)) {
            KeptRows kept = new KeptRows(plan.merged());
            List<Task> tasks = wanted.at().apply(readers.boundary(), () -> requireNobodyBlocked(view));
            List<ComparedTask> found = new ArrayList<>(elsewhere(view, tasks, kept, said));
            // Once the log is read no session can join a view that is shared.
            try (LogTail log = LogTail.start(view.changes(plan.contract()), new ChangedKeys(view.from()))) {
                said.waits("the target to reach " + readers.boundary().shown());
                ledger.until(
                        readers.boundary(),
                        view.inLogOrder() ? log::reached : readers::boundary,
                        () -> watch(view, log));
                found.addAll(readers.compare(here(tasks), kept, said::done, () -> watch(view, log)));
                log.requireAlive();
                // Read after the last row of the target: whatever any lane had applied by then is covered by both, also
                // what its reader has looked up at the source before it was on disk there.
                Lsn applied = applied();
                Position now = doors.source().visibleEnd(plan.identity(), view.from());
                said.waits("the source's log up to " + now.shown());
                // A lane that has not moved has applied nothing that the view does not hold; a log in which nothing
                // has happened since then may not even tell its place.
                Lsn place = applied.equals(appliedBefore) ? Lsn.ZERO : applied;
                ChangedKeys changed = log.upTo(now, place, options.ledgerWait(), () -> watch(view, log));
                return new Result(
                        view.from(),
                        readers.boundary(),
                        now,
                        found,
                        Judgement.of(found, changed, readers::digest, plan.merged()));
            }
        }
    }

    private Lsn applied() {
        return doors.control().ledgerEnd().orElse(Lsn.ZERO);
    }

    /** Nobody waits behind our locks for long (R12), and nothing is read in vain once the log is lost. */
    private static void watch(ComparedView view, LogTail log) {
        log.requireAlive();
        requireNobodyBlocked(view);
    }

    private static void requireNobodyBlocked(ComparedView view) {
        view.blockedSession().ifPresent(blocked -> {
            throw new HandoffException(new Finding(
                    ErrorCode.DDL_WAITING,
                    "verify",
                    blocked + " behind the locks of what is compared",
                    "nobody who waits for longer than source.ddl-wait",
                    "let it be done, then verify again"));
        });
    }

    private List<ComparedTask> elsewhere(ComparedView view, List<Task> tasks, KeptRows kept, Said said) {
        List<Task.Range> ranges = tasks.stream()
                .filter(Task.Range.class::isInstance)
                .map(Task.Range.class::cast)
                .toList();
        if (elsewhere.isEmpty() || ranges.isEmpty()) {
            return List.of();
        }
        List<ComparedTask> found = new ArrayList<>();
        Runnable watch = new EverySecond(() -> requireNobodyBlocked(view), doors.nanoTime());
        elsewhere.get().compare(plan, view.ticket(), ranges, one -> {
            watch.run();
            found.add(kept.keep(one));
            said.done(one);
        });
        if (found.size() != ranges.size()) {
            throw HandoffException.bug("verify", found.size() + " comparisons", "one for each of " + ranges.size());
        }
        return found;
    }

    private List<Task> here(List<Task> tasks) {
        return elsewhere.isEmpty()
                ? tasks
                : tasks.stream().filter(task -> !(task instanceof Task.Range)).toList();
    }

    /** Where ranges are compared elsewhere, one looks up the few rows of later rounds. */
    private int count() {
        int most = doors.source().sharesViews()
                ? Integer.MAX_VALUE
                : doors.source().ownViewsAtOnce();
        if (elsewhere.isPresent() && most == 1) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    "source.lock-strategy",
                    "flush-tables, with which one session alone may have a view",
                    "lock-tables, for a verification as a Flink job",
                    "verify with ./handoff verify, or set lock-tables"));
        }
        return elsewhere.isPresent() ? 1 : Math.min(options.parallelism(), most);
    }

    /** What a round tells while it is under way. */
    record Said(Consumer<String> waiting, Consumer<ComparedTask> finished) {
        void waits(String what) {
            waiting.accept(what);
        }

        void done(ComparedTask found) {
            finished.accept(found);
        }
    }
}
