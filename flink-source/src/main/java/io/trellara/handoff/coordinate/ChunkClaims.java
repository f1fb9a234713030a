package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Claims chunks for readers that ask, and hands them out once the claim is durable (R5). One claim at a time.
 * Coordinator thread.
 */
final class ChunkClaims {
    private final CopyShared shared;
    private final WaveDesk desk;
    private final WaveViews views;
    private final IntPredicate open;
    private boolean underWay;

    /** @param open whether chunks of that wave are read now */
    ChunkClaims(CopyShared shared, WaveDesk desk, WaveViews views, IntPredicate open) {
        this.shared = shared;
        this.desk = desk;
        this.views = views;
        this.open = open;
    }

    /** Whether a claim is on its way to the evidence. */
    boolean underWay() {
        return underWay;
    }

    /** Claims what readers ask for in a wave; {@code then} runs once it is handed out. */
    void claim(int wave, ChunkTracker tracker, Runnable then) {
        ReaderBook readers = shared.link().readers();
        Map<Integer, ViewTicket> tickets = new HashMap<>();
        List<ChunkTracker.Claim> claims = tracker.claims(asking(readers), share(readers), subtask -> {
            Optional<ViewTicket> ticket = views.of(subtask);
            ticket.ifPresent(t -> tickets.put(subtask, t));
            return ticket.map(ViewTicket::boundary);
        });
        if (claims.isEmpty()) {
            return;
        }
        underWay = true;
        int epoch = readers.epoch();
        claims.forEach(claim -> readers.served(claim.subtask()));
        List<ChunkMove> moves = claims.stream().map(ChunkTracker.Claim::move).toList();
        shared.threads()
                .evidence()
                .run(
                        () -> {
                            desk.claim(moves);
                            return moves;
                        },
                        durable -> {
                            underWay = false;
                            tracker.apply(durable);
                            boolean valid = epoch == readers.epoch();
                            for (ChunkTracker.Claim claim : claims) {
                                ViewTicket view = Objects.requireNonNull(tickets.get(claim.subtask()));
                                handOut(claim, new Place(wave, view, valid), tracker);
                            }
                            then.run();
                        });
    }

    private ReaderShare share(ReaderBook readers) {
        return new ReaderShare(
                shared.parts().config().stream().lanes(), readers.present().size());
    }

    /** Those that have a view come first: nobody is idle for one that is still to be opened. */
    private List<Integer> asking(ReaderBook readers) {
        List<Integer> asking = new ArrayList<>(readers.asking());
        asking.sort(Comparator.comparing(subtask -> !views.isReady(subtask)));
        return asking;
    }

    /** Where claims were made, and whether the readers are still those that asked. */
    private record Place(int wave, ViewTicket view, boolean valid) {}

    private void handOut(ChunkTracker.Claim claim, Place place, ChunkTracker tracker) {
        ReaderLink link = shared.link();
        ChunkRecord chunk = claim.move().after();
        boolean line = open.test(place.wave());
        boolean readable = line && views.has(claim.subtask(), place.view());
        if (!readable || !place.valid() || !link.isHere(claim.subtask())) {
            tracker.unassign(chunk.id(), line);
            if (link.isHere(claim.subtask())) {
                link.readers().ask(claim.subtask()); // it asked, and got nothing
            }
            return;
        }
        boolean replace = chunk.attempts() > 1 || shared.parts().config().copy().replaceExisting();
        link.assign(
                claim.subtask(),
                new ChunkSplit(
                        chunk.attempt(),
                        tracker.schema(chunk.id().relation()),
                        chunk.range(),
                        place.wave(),
                        place.view(),
                        replace));
    }
}
