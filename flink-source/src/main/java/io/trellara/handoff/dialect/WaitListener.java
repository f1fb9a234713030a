package io.trellara.handoff.dialect;

/** Hears what the opening of a view waits for: blocker, pid, xid, age; no values. Any thread. */
@FunctionalInterface
public interface WaitListener {
    void waiting(String what);
}
