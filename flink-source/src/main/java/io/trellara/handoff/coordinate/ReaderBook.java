package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.state.DurableReport;
import io.trellara.handoff.state.ReaderEvent.Hello;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Which readers have said Hello in their present attempt, what they asked for, and who has the stream. Pure. */
final class ReaderBook {
    private final Map<Integer, Hello> hellos = new TreeMap<>();
    private final Map<Integer, Integer> asking = new HashMap<>();
    private int epoch;

    /** The reader's first word; what an older attempt asked for is forgotten. */
    void hello(int subtask, Hello hello) {
        hellos.put(subtask, hello);
        asking.remove(subtask);
        epoch++;
    }

    /** The reader was reset. */
    void reset(int subtask) {
        hellos.remove(subtask);
        asking.remove(subtask);
        epoch++;
    }

    void ask(int subtask) {
        asking.merge(subtask, 1, Integer::sum);
    }

    void served(int subtask) {
        asking.computeIfPresent(subtask, (s, count) -> count > 1 ? count - 1 : null);
    }

    /** One entry for each chunk asked for, spread over the readers. */
    List<Integer> asking() {
        List<Integer> all = new ArrayList<>();
        Map<Integer, Integer> left = new TreeMap<>(asking);
        while (!left.isEmpty()) {
            all.addAll(left.keySet());
            left.replaceAll((subtask, count) -> count - 1);
            left.values().removeIf(count -> count <= 0);
        }
        return all;
    }

    /** Changes whenever a reader comes or goes; an answer for an older epoch is void. */
    int epoch() {
        return epoch;
    }

    boolean complete(int parallelism) {
        return hellos.size() >= parallelism;
    }

    List<Integer> present() {
        return List.copyOf(hellos.keySet());
    }

    List<DurableReport> durableReports() {
        return hellos.values().stream().flatMap(h -> h.durable().stream()).toList();
    }

    /** Their attempts, to be told as recorded. */
    List<ChunkAttempt> durableAttempts() {
        return new ArrayList<>(
                durableReports().stream().map(r -> r.report().attempt()).toList());
    }

    /** What the stream had counted in its restored state. */
    ChangeCounts streamCounts() {
        return streamOwner().map(owner -> owner.position().counts()).orElse(ChangeCounts.NONE);
    }

    /** The reader with the stream in its state, and where it stood; a second one cannot be. */
    Optional<StreamOwner> streamOwner() {
        List<StreamOwner> owners = new ArrayList<>();
        hellos.forEach((subtask, hello) -> {
            if (hello.stream() != null) {
                owners.add(new StreamOwner(subtask, hello.stream()));
            }
        });
        if (owners.size() > 1) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_IMPOSSIBLE,
                    "stream",
                    owners.size() + " readers with a stream in their state",
                    "one",
                    "start again from the evidence alone, without Flink state"));
        }
        return owners.stream().findFirst();
    }

    /** A reader with a stream. */
    record StreamOwner(int subtask, StreamPosition position) {}
}
