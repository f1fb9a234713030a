package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ViewTicket;
import java.util.List;
import java.util.function.Consumer;

/** Compares ranges in other processes, each of which reads in the view with sessions of its own. */
public interface RemoteReaders {
    /**
     * Compares them all; every session in the view is closed on return.
     *
     * @param found hears of each as it comes
     */
    void compare(VerifyPlan plan, ViewTicket view, List<Task.Range> ranges, Consumer<ComparedTask> found);
}
