package io.trellara.handoff.sim;

import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.Map;
import java.util.Optional;

/** An exported snapshot, until its session ends. */
final class SimulatedView implements View {
    final Map<Integer, Row> rows;
    private final ViewTicket ticket;
    private final Journal journal;
    private boolean lost;
    private Optional<String> blocked = Optional.empty();
    private int readers;

    SimulatedView(ViewTicket ticket, Map<Integer, Row> rows, Journal journal) {
        this.ticket = ticket;
        this.rows = rows;
        this.journal = journal;
    }

    @Override
    public ViewTicket ticket() {
        return ticket;
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    @Override
    public Optional<String> blockedSession() {
        return blocked;
    }

    /** Somebody waits behind the locks of a reader, if there is one. */
    void block(String who) {
        if (readers > 0) {
            blocked = Optional.of(who);
        }
    }

    void enter() {
        readers++;
    }

    /** With the last reader its locks are gone. */
    void leave() {
        if (--readers == 0) {
            blocked = Optional.empty();
        }
    }

    void lose() {
        if (!lost) {
            lost = true;
            journal.tell("source", () -> "view " + ticket.snapshot() + " is gone");
        }
    }

    @Override
    public void close() {
        lose();
    }
}
