package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import java.util.Optional;

/** The view that a run begins with: its boundary is P0, and while it is open no relation can be altered. */
final class PlanView implements View {
    private final LockedView view;
    private final ViewTicket ticket;

    PlanView(LockedView view, String identity) {
        this.view = view;
        this.ticket = view.ticket(identity);
    }

    @Override
    public ViewTicket ticket() {
        return ticket;
    }

    /** It serves for a moment only; what is read beside it does not need it. */
    @Override
    public boolean isLost() {
        return false;
    }

    @Override
    public Optional<String> blockedSession() {
        return Optional.empty();
    }

    @Override
    public void close() {
        view.close();
    }
}
