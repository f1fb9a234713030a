package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;

/**
 * The source's log, decoded, in commit order. Receives and answers keepalives on a thread of its own, with a bounded
 * buffer, so that the server keeps the connection however long {@link #poll} is not called.
 */
public interface ChangeStream extends AutoCloseable {
    /**
     * Hands what is there to {@code handler}, up to about {@code events} events, and returns within about 50 ms when
     * nothing comes. One thread.
     *
     * @return the number of calls made to the handler
     */
    int poll(ChangeHandler handler, int events);

    /**
     * Lets the server forget everything below {@code position}: only ever called with a position in a completed
     * checkpoint that the evidence holds (R7). Never moves back. Any thread.
     */
    void acknowledge(Position position);

    /** Bytes of log that the server has and we have not been handed yet; for the lag metric. */
    long lagBytes();

    /** Breaks the connection first, then ends the thread; any thread; may be called twice. */
    @Override
    void close();
}
