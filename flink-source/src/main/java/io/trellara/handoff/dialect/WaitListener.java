package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Wait;

/** Hears what the opening of a view waits for: blocker, pid, xid, age; no values. Again and again; any thread. */
@FunctionalInterface
public interface WaitListener {
    void waiting(Wait wait);
}
