package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.Dialect;

/** The door to a simulated source, and what may happen behind it. Outlives every crash, as a server does. */
interface SourceDoor extends Dialect {
    /** Whether anything is open that chunks are read in. */
    boolean isViewOpen();

    /** Whether somebody's read, or view, keeps others from changing the relation's shape. */
    boolean isRead(int relation);

    /** What chunks are read in is gone. */
    void loseView();

    /** One read under way breaks. */
    void breakARead();

    /** Somebody waits behind the locks of a reader, if there is one. */
    void block(String who);

    /** The one stream's connection breaks. */
    void cutStream();

    /** The log is not what it was: a slot made anew, a log purged. */
    void disturbLog();

    /** Another server takes the place: views, sessions and the stream are gone. */
    void failOver();

    /** The stream is about to be told to stand. */
    default void holding() {
        // nothing is done ahead of time
    }
}
