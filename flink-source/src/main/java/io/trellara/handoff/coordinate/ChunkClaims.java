package io.trellara.handoff.coordinate;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import java.util.List;
import java.util.function.Predicate;

/**
 * Claims chunks for readers that ask, and hands them out once the claim is durable (R5). One claim at a time.
 * Coordinator thread.
 */
final class ChunkClaims {
    private final CopyShared shared;
    private final WaveDesk desk;
    private final Predicate<ViewTicket> open;
    private boolean underWay;

    /** @param open whether chunks are read in that view now */
    ChunkClaims(CopyShared shared, WaveDesk desk, Predicate<ViewTicket> open) {
        this.shared = shared;
        this.desk = desk;
        this.open = open;
    }

    /** Whether a claim is on its way to the evidence. */
    boolean underWay() {
        return underWay;
    }

    /** Claims what readers ask for in the view of a wave; {@code then} runs once it is handed out. */
    void claim(int wave, ViewTicket view, ChunkTracker tracker, Runnable then) {
        ReaderBook readers = shared.link().readers();
        List<ChunkTracker.Claim> claims = tracker.claims(readers.asking(), view.boundary());
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
                            claims.forEach(claim -> handOut(claim, new Place(wave, view, valid), tracker));
                            then.run();
                        });
    }

    /** Where claims were made, and whether the readers are still those that asked. */
    private record Place(int wave, ViewTicket view, boolean valid) {}

    private void handOut(ChunkTracker.Claim claim, Place place, ChunkTracker tracker) {
        ReaderLink link = shared.link();
        ChunkRecord chunk = claim.move().after();
        boolean readable = open.test(place.view());
        if (!readable || !place.valid() || !link.isHere(claim.subtask())) {
            tracker.unassign(chunk.id(), readable);
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
