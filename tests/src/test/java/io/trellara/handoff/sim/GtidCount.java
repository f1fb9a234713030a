package io.trellara.handoff.sim;

import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.GtidOrigin;
import io.trellara.handoff.model.GtidSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Hands out GTIDs as a server's log has them: of one origin or several, and where appliers run in parallel not in the
 * order of their numbers, so that there are gaps which close later or never.
 */
final class GtidCount {
    private static final int BEFORE = 3;
    private static final int AHEAD = 3;

    private final Choices choices;
    private final List<GtidOrigin> origins = new ArrayList<>();
    private final Map<GtidOrigin, List<Long>> open = new HashMap<>();
    private final Map<GtidOrigin, Long> last = new HashMap<>();
    private final boolean parallel;

    GtidCount(Choices choices) {
        this.choices = choices;
        this.parallel = choices.chance(60);
        add(new GtidOrigin(server(1), ""));
        if (choices.chance(30)) {
            add(new GtidOrigin(server(1), "batch"));
        }
        if (choices.chance(40)) {
            add(new GtidOrigin(server(99), ""));
        }
    }

    /** The UUID of the server of a succession. */
    static UUID server(int number) {
        return new UUID(0, number);
    }

    private void add(GtidOrigin origin) {
        origins.add(origin);
        open.put(origin, new ArrayList<>());
        last.put(origin, 0L);
    }

    /** What was there before the first schedule's step. */
    GtidSet before() {
        GtidSet held = GtidSet.EMPTY;
        for (GtidOrigin origin : origins) {
            for (int i = 0; i < BEFORE; i++) {
                held = held.with(next(origin));
            }
        }
        return held;
    }

    /** From here on another server writes, under a name of its own. */
    void succeed(int number) {
        origins.clear();
        add(new GtidOrigin(server(number), ""));
    }

    Gtid next() {
        return next(choices.of(origins));
    }

    private Gtid next(GtidOrigin origin) {
        List<Long> ready = Objects.requireNonNull(open.get(origin));
        int wanted = parallel ? AHEAD : 1;
        while (ready.size() < wanted) {
            ready.add(last.merge(origin, 1L, Long::sum));
        }
        return new Gtid(origin, ready.remove(choices.below(ready.size())));
    }
}
