package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import java.util.Optional;

/** Reads again and again how the source's log stands to a run. One thread; {@link #close} from any. */
@FunctionalInterface
public interface LogSession extends AutoCloseable {
    /** As {@link Dialect#readLog}; an answer that does not come within seconds is none. */
    Optional<LogReading> read(Position reached);

    /** Breaks a question under way. */
    @Override
    default void close() {
        // Nothing is kept where every question is asked over a session of its own.
    }
}
