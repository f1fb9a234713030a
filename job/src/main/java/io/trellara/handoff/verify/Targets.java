package io.trellara.handoff.verify;

import io.trellara.handoff.verify.rows.Side;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Sessions at the target that are open before there is a view: what is done between the two is time in which rows
 * change. One thread.
 */
final class Targets implements AutoCloseable {
    private final Deque<Side> waiting = new ArrayDeque<>();

    private Targets() {}

    static Targets open(Reader.Opening opening, int count) {
        Targets targets = new Targets();
        try {
            for (int i = 0; i < count; i++) {
                targets.waiting.add(opening.target());
            }
            return targets;
        } catch (RuntimeException e) {
            targets.close();
            throw e;
        }
    }

    /** One that is the caller's to close from now on; empty when all are taken. */
    Optional<Side> take() {
        return Optional.ofNullable(waiting.poll());
    }

    /** Closes those that nobody took. */
    @Override
    public void close() {
        waiting.forEach(Reader::quietly);
    }
}
