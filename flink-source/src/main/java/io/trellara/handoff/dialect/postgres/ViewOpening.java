package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Opens a view by creating a slot (design §5): creates it on a session of its own, names meanwhile what that waits for,
 * waits until the view has settled, and gives everything back where that takes longer than {@code source.view-timeout}.
 */
final class ViewOpening {
    /** Only with thousands of transactions beside it does the server fail at all. */
    private static final int ATTEMPTS = 5;

    private final PostgresSessions sessions;
    private final SourceConfig config;
    private final Settling settling;

    ViewOpening(PostgresSessions sessions, SourceConfig config, Settling settling) {
        this.sessions = sessions;
        this.config = config;
        this.settling = settling;
    }

    /**
     * Opens it at the server that the run is bound to.
     *
     * @param identity the run's source (R8)
     */
    ExportedView open(String identity, SlotCommand command, WaitListener waits) {
        Deadline deadline = new Deadline(config.limits().viewTimeoutMillis());
        Connection watch = sessions.openControl(PostgresSessions.WATCH);
        try {
            ServerIdentity.require(watch, identity);
            String life = ServerIdentity.life(watch);
            for (int attempt = 1; ; attempt++) {
                try (SlotCreation creation = SlotCreation.begin(sessions, command, life)) {
                    Optional<ViewTicket> ticket = attempt < ATTEMPTS
                            ? unlessCrowded(creation, () -> settled(creation, watch, life, waits, deadline))
                            : Optional.of(settled(creation, watch, life, waits, deadline));
                    if (ticket.isPresent()) {
                        return new ExportedView(sessions, config, creation.keep(), watch, ticket.get());
                    }
                }
                waits.waiting(
                        creation(deadline, WaitHolder.unnamed("another try: the server could not build its snapshot")));
            }
        } catch (SQLException e) {
            SlotCreation.closeQuietly(watch);
            throw SourceFailure.of(ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), "opening a view", e);
        } catch (RuntimeException e) {
            SlotCreation.closeQuietly(watch);
            throw e;
        }
    }

    /** Empty where too many transactions went on meanwhile for the server to tell which the view holds. */
    private static Optional<ViewTicket> unlessCrowded(SlotCreation creation, Opening opening) throws SQLException {
        try {
            return Optional.of(opening.open());
        } catch (HandoffException e) {
            if (creation.crowded()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** One attempt at a view. */
    @FunctionalInterface
    private interface Opening {
        ViewTicket open() throws SQLException;
    }

    /** However the wait ends without a view, nothing of it stays at the server. */
    private ViewTicket settled(
            SlotCreation creation, Connection watch, String life, WaitListener waits, Deadline deadline)
            throws SQLException {
        try {
            SlotCreation.Created created = await(creation, watch, waits, deadline);
            ViewTicket ticket = new ViewTicket(created.snapshot(), created.consistentPoint(), life, creation.pid());
            settling.await(ticket, watch, waits, deadline);
            return ticket;
        } catch (SQLException | RuntimeException e) {
            try {
                creation.undo();
            } catch (RuntimeException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    private SlotCreation.Created await(SlotCreation creation, Connection watch, WaitListener waits, Deadline deadline)
            throws SQLException {
        WaitHolder blocker = WaitHolder.unnamed("the server to find a consistent point");
        while (!deadline.passed()) {
            Optional<SlotCreation.Created> created = creation.poll();
            if (created.isPresent()) {
                return created.get();
            }
            blocker = ViewBlockers.of(watch, creation.pid()).orElse(blocker);
            waits.waiting(creation(deadline, blocker));
        }
        throw new HandoffException(new Finding(
                ErrorCode.VIEW_TIMEOUT,
                "view",
                "slot creation still waiting for " + blocker.text() + " after " + deadline.limitMillis() + " ms",
                "every transaction open at its start to end within source.view-timeout",
                "end that transaction, or raise source.view-timeout, then resume"));
    }

    private static Wait creation(Deadline deadline, WaitHolder holder) {
        return new Wait(WaitKind.SLOT_CREATION, "slot creation", Duration.ofMillis(deadline.elapsedMillis()), holder);
    }
}
