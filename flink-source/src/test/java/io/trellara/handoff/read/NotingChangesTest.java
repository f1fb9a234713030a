package io.trellara.handoff.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeHandler.Truncated;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.ChunkNotes;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TouchedChunks;
import io.trellara.handoff.model.Tuple;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NotingChangesTest {
    private static final Relation ORDERS = new Relation("public", "orders");
    private static final RelationSchema SCHEMA = new RelationSchema(
            ORDERS, List.of(new Column("k", "bigint", 20, false, KeyOrder.INTEGER)), List.of(0), "ab".repeat(32));
    private static final Optional<Key> TEN = Optional.of(new Key(List.of("10")));

    private final ChunkNotes notes = new ChunkNotes(
            List.of(SCHEMA),
            List.of(
                    new PlannedChunk(new ChunkId(ORDERS, 0), KeyRange.of(Optional.empty(), TEN)),
                    new PlannedChunk(new ChunkId(ORDERS, 1), KeyRange.of(TEN, Optional.empty()))));
    private final List<String> heard = new ArrayList<>();
    private final NotingChanges changes = new NotingChanges(notes, gate());

    @Test
    void aChangeIsNotedAndHandedOn() {
        changes.insert(SCHEMA, row("1"));
        assertThat(committed()).isEqualTo("{0}");
        changes.delete(SCHEMA, row("11"), true);
        assertThat(committed()).isEqualTo("{1}");
        changes.update(SCHEMA, null, false, row("2"));
        assertThat(committed()).isEqualTo("{0}");
        assertThat(heard).containsExactly("insert", "commit", "delete", "commit", "update", "commit");
    }

    @Test
    void aMovedKeyIsAChangeOfBothItsChunks() {
        changes.update(SCHEMA, row("1"), true, row("11"));
        assertThat(noted()).isEqualTo("{0, 1}");
    }

    /** As if the new key were all there is to it: an update that says nothing of the old row. */
    @Test
    void withoutTheOldKeyTheChunkThatARowHasLeftIsPassedOver() {
        changes.update(SCHEMA, null, false, row("11"));
        assertThat(noted()).isEqualTo("{1}");
    }

    /** A window may end in between; the transaction is of the next one. */
    @Test
    void whatATransactionHasTouchedIsSaidAgainUntilItCommits() {
        changes.insert(SCHEMA, row("1"));
        assertThat(noted()).isEqualTo("{0}");
        changes.insert(SCHEMA, row("11"));
        assertThat(noted()).isEqualTo("{0, 1}");
        changes.commit(new Lsn(0x100));
        assertThat(noted()).isEqualTo("{0, 1}");
        assertThat(notes.take()).isEmpty();
    }

    /** The rule taken away: every change counts as committed at once. */
    @Test
    void withoutTheirTransactionTheFirstChangesAreMissingWhereItCommits() {
        changes.insert(SCHEMA, row("1"));
        notes.committed();
        assertThat(noted()).isEqualTo("{0}");
        changes.insert(SCHEMA, row("11"));
        assertThat(committed())
                .as("of both, in the window in which they commit")
                .isEqualTo("{1}");
    }

    @Test
    void aRelationThatIsEmptiedIsNotedAsAWhole() {
        changes.truncate(2, List.of(new Truncated(1, SCHEMA)), false, false);
        assertThat(noted()).isEqualTo("all");
        assertThat(heard).containsExactly("truncate");
    }

    @Test
    void rowsOfAnotherShapeAreNotedAsAllOfTheirRelation_theGateMayThrow() {
        HandoffException difference = HandoffException.bug("a relation", "another shape", "the contract's");
        assertThatThrownBy(() -> changes.requireSuppressed(ORDERS, difference)).isSameAs(difference);
        assertThat(noted()).isEqualTo("all");
    }

    private String committed() {
        changes.commit(new Lsn(0x100));
        return noted();
    }

    private String noted() {
        return notes.take().getOrDefault(ORDERS, new TouchedChunks()).toString();
    }

    private ChangeHandler gate() {
        return (ChangeHandler) Proxy.newProxyInstance(
                ChangeHandler.class.getClassLoader(), new Class<?>[] {ChangeHandler.class}, (proxy, method, given) -> {
                    heard.add(method.getName());
                    if (method.getName().equals("requireSuppressed")) {
                        throw (HandoffException) given[1];
                    }
                    return null;
                });
    }

    private static Tuple row(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        Tuple row = new Tuple();
        row.reset(bytes, 1);
        row.text(0, 0, bytes.length);
        return row;
    }
}
