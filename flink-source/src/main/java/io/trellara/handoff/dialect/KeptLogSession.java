package io.trellara.handoff.dialect;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One session for all questions, opened with the first of them and anew behind one that failed. Closed it ends at once,
 * whatever its server does: nobody waits for an answer that is of no use any more.
 */
public final class KeptLogSession implements LogSession {
    /** So long an answer may take, in seconds; also a connection's. */
    public static final int PATIENCE_SECONDS = 5;

    private final Supplier<Connection> opening;
    private final Question question;
    private final Function<SQLException, HandoffException> meaning;
    private volatile @Nullable Connection session;
    private volatile boolean closed;

    /** What is asked. */
    @FunctionalInterface
    public interface Question {
        LogReading ask(Connection session, Position reached) throws SQLException;
    }

    /** @param opening opens a session whose answers may take {@link #PATIENCE_SECONDS} */
    public KeptLogSession(
            Supplier<Connection> opening, Question question, Function<SQLException, HandoffException> meaning) {
        this.opening = opening;
        this.question = question;
        this.meaning = meaning;
    }

    @Override
    public Optional<LogReading> read(Position reached) {
        if (closed) {
            return Optional.empty();
        }
        try {
            return Optional.of(question.ask(open(), reached));
        } catch (SQLException e) {
            end();
            throw meaning.apply(e);
        } catch (RuntimeException e) {
            end();
            throw e;
        }
    }

    private Connection open() {
        Connection present = session;
        if (present == null) {
            present = opening.get();
            session = present;
            if (closed) {
                end();
            }
        }
        return present;
    }

    private void end() {
        Connection present = session;
        session = null;
        if (present != null) {
            try {
                present.abort(Runnable::run); // closing would wait for a question under way
            } catch (SQLException e) {
                // It has ended in another way, which is all that was wanted.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        end();
    }
}
