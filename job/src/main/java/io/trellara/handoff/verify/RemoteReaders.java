package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ViewTicket;
import java.util.List;

/** Compares ranges in other processes, each of which reads in the view with sessions of its own. */
public interface RemoteReaders {
    /** Compares them all; every session in the view is closed on return. */
    List<Found> compare(VerifyPlan plan, ViewTicket view, List<Task.Range> ranges);
}
