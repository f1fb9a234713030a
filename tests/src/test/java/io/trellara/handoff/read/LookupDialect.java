package io.trellara.handoff.read;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TimelineEnd;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A source that can do nothing but look rows up. */
final class LookupDialect implements Dialect {
    private final Function<Key, Optional<byte[]>> rows;

    LookupDialect(Function<Key, Optional<byte[]>> rows) {
        this.rows = rows;
    }

    @Override
    public RowLookup openLookup(String identity) {
        return new RowLookup() {
            @Override
            public Optional<byte[]> find(RelationSchema schema, Key key, long xid) {
                return rows.apply(key);
            }

            @Override
            public void close() {}
        };
    }

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("the stream only looks rows up");
    }

    @Override
    public List<Finding> check() {
        throw unasked();
    }

    @Override
    public Identity identity() {
        throw unasked();
    }

    @Override
    public Lsn currentPosition(String identity) {
        throw unasked();
    }

    @Override
    public List<TimelineEnd> history(Identity now) {
        throw unasked();
    }

    @Override
    public void ensurePublication() {
        throw unasked();
    }

    @Override
    public Optional<SlotStatus> slot() {
        throw unasked();
    }

    @Override
    public void dropSlot() {
        throw unasked();
    }

    @Override
    public View openMainView(String identity, WaitListener waits) {
        throw unasked();
    }

    @Override
    public View openView(String identity, WaitListener waits) {
        throw unasked();
    }

    @Override
    public List<RelationSchema> readSchemas(ViewTicket view) {
        throw unasked();
    }

    @Override
    public List<RelationSchema> presentSchemas() {
        throw unasked();
    }

    @Override
    public List<Finding> checkContract(List<RelationSchema> contract) {
        throw unasked();
    }

    @Override
    public List<KeyRange> planChunks(ViewTicket view, RelationSchema schema, long rows) {
        throw unasked();
    }

    @Override
    public ViewSession importView(ViewTicket view, List<RelationSchema> contract) {
        throw unasked();
    }

    @Override
    public ChangeStream openStream(String identity, Lsn from, List<RelationSchema> contract) {
        throw unasked();
    }
}
