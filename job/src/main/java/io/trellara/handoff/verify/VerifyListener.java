package io.trellara.handoff.verify;

/** Hears how a verification goes on. Any thread. */
public interface VerifyListener {
    /** A round begins with so many ranges and portions of rows. */
    void begins(int round, int tasks);

    /** What is waited for. */
    void waits(String what);

    /** Something that explains what is done, once. */
    void notes(String what);

    /** Another range or portion was compared; of so many rows. */
    void compared(long rows);

    /** A round is over; so many rows that changed meanwhile are looked at again. */
    void ended(int round, int setAside);
}
