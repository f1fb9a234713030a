package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.sink.types.ColumnPair;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a relation on one side, as digests: the same row has the same digests on both. They come as the server
 * has them, in no order. One thread.
 */
final class SideRows {
    private static final int PAID_AT_ONCE = 1_000;

    private final Side side;
    private final SideTable table;
    private final RowPlan plan;
    private final boolean source;
    private final LongConsumer paid;
    private final RowHash hash = new RowHash();
    private final MessageDigest canonical;

    /** @param source whether this is the side that the job reads from */
    SideRows(Side side, SideTable table, RowPlan plan, boolean source, LongConsumer paid) {
        this.side = side;
        this.table = table;
        this.plan = plan;
        this.source = source;
        this.paid = paid;
        this.canonical = table.digest();
    }

    /** A row as it was read; what is to be kept of it is {@link #held}. */
    final class Row {
        private final byte[] @Nullable [] sent;
        private final RowDigest digest;

        private Row(byte[] @Nullable [] sent) {
            this.sent = sent;
            this.digest = digested(sent);
        }

        RowDigest digest() {
            return digest;
        }

        HeldRow held() {
            return new HeldRow(digest, new Key(keyCells(sent)));
        }
    }

    /** What the server itself has summed up; empty where it cannot digest every row. */
    Optional<RowSums> summedThere(KeyRange range) {
        String sql = table.sums(table.within(onThisSide(range)));
        try (Statement statement = side.session().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            long rows = row.getLong(1);
            boolean all = row.getLong(2) == rows;
            RowSums sums = new RowSums(rows, modulo(row.getBigDecimal(3)), modulo(row.getBigDecimal(4)));
            paid.accept(rows);
            return all ? Optional.of(sums) : Optional.empty();
        } catch (SQLException e) {
            throw plan.failed(side, "summing rows up", e);
        }
    }

    /** The lowest 64 bits; the sum of no rows is NULL. */
    private static long modulo(@Nullable BigDecimal sum) {
        return sum == null ? 0 : sum.toBigInteger().longValue();
    }

    /** Reads the rows of a range, given in the source's cells. */
    void forEach(KeyRange range, Consumer<Row> consumer) {
        read(table.within(onThisSide(range)), consumer);
    }

    /** Reads rows of these keys, given in the source's cells, and maybe others. */
    void forEach(List<Key> keys, Consumer<Row> consumer) {
        List<Key> here = source
                ? keys
                : keys.stream().flatMap(key -> plan.written(key).stream()).toList();
        if (!here.isEmpty()) {
            read(table.among(here), consumer);
        }
    }

    private KeyRange onThisSide(KeyRange range) {
        return source
                ? range
                : KeyRange.of(range.lower().map(plan::bound), range.upper().map(plan::bound));
    }

    private void read(String condition, Consumer<Row> consumer) {
        long[] unpaid = {0};
        try {
            table.read(side.session(), condition, sent -> {
                consumer.accept(new Row(sent));
                if (++unpaid[0] == PAID_AT_ONCE) {
                    unpaid[0] = 0;
                    paid.accept(PAID_AT_ONCE);
                }
            });
        } catch (SQLException e) {
            throw plan.failed(side, "reading rows", e);
        }
        if (unpaid[0] > 0) {
            paid.accept(unpaid[0]);
        }
    }

    private RowDigest digested(byte[] @Nullable [] sent) {
        KeyDigest key = hash.key(plan.keyPairs(), source, keyCells(sent));
        if (plan.exact()) {
            table.canonical(sent, canonical);
            ByteBuffer bytes = ByteBuffer.wrap(canonical.digest());
            return new RowDigest(key, bytes.getLong(), bytes.getLong());
        }
        List<ColumnPair> pairs = plan.pairs();
        for (int i = 0; i < sent.length; i++) {
            byte[] cell = sent[i];
            hash.add(pairs.get(i), source, cell == null ? null : table.cell(i, cell));
        }
        KeyDigest all = hash.take();
        return new RowDigest(key, all.high(), all.low());
    }

    private List<String> keyCells(byte[] @Nullable [] sent) {
        return IntStream.range(0, plan.key().size())
                .mapToObj(i -> table.cell(
                        plan.key().get(i), plan.present(sent[plan.key().get(i)])))
                .toList();
    }
}
