package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The exported view of a temporary slot, and then that slot's log. Both live in one session of ours: where it ends, so
 * does the slot.
 */
final class PostgresComparedView implements ComparedView {
    private final ExportedView view;
    private final Function<ExportedView, StreamStart> start;
    private final Consumer<List<RelationSchema>> agreement;
    private @Nullable ChangeStream stream;
    private boolean asked;

    /**
     * @param start of the slot's stream
     * @param agreement requires relations to be as a contract says (R9)
     */
    PostgresComparedView(
            ExportedView view, Function<ExportedView, StreamStart> start, Consumer<List<RelationSchema>> agreement) {
        this.view = view;
        this.start = start;
        this.agreement = agreement;
    }

    @Override
    public ViewTicket ticket() {
        return view.ticket();
    }

    @Override
    public Position from() {
        return view.ticket().boundary();
    }

    @Override
    public boolean inLogOrder() {
        return true;
    }

    @Override
    public ChangeStream changes(List<RelationSchema> contract) {
        if (asked) {
            throw HandoffException.bug("view", "its changes asked for again", "once");
        }
        asked = true;
        ChangeStream opened = new ViewStream(PostgresChangeStream.open(start.apply(view), Lsn.of(from()), contract));
        stream = opened;
        // The stream goes by the ids that the relations' names had a moment ago: they are part of the contract.
        agreement.accept(contract);
        return opened;
    }

    @Override
    public Optional<String> blockedSession() {
        return view.blocked(PostgresSessions.comparer(ticket()));
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
        view.close();
    }
}
