package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.StreamWindow;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class TouchedLogTest {
    private static final Relation ORDERS = new Relation("public", "orders");

    @Test
    void windowsThatFollowOneAnotherBridgeFromTheOneThatHoldsTheBase() {
        List<StreamWindow> windows = List.of(window(1, 10, 20), window(2, 20, 30), window(3, 30, 40));
        assertThat(bridge(windows, 25)).contains(2L);
        assertThat(bridge(windows, 30)).contains(3L);
        assertThat(bridge(windows, 29)).contains(2L);
        assertThat(bridge(windows, 10)).contains(1L);
        assertThat(bridge(windows, 55)).contains(3L);
    }

    @Test
    void aGapBehindTheBaseIsNoBridge() {
        List<StreamWindow> windows = List.of(window(1, 10, 20), window(2, 21, 30), window(3, 30, 40));
        assertThat(bridge(windows, 15)).isEmpty();
        assertThat(bridge(windows, 20)).isEmpty();
        assertThat(bridge(windows, 21)).contains(2L);
    }

    @Test
    void theLogReadAgainFromAnEarlierPlaceIsNoGap() {
        List<StreamWindow> windows = List.of(window(1, 10, 20), window(2, 15, 18), window(3, 18, 40));
        assertThat(bridge(windows, 12)).contains(1L);
        assertThat(new TouchedLog(windows.subList(0, 2), List.of()).end())
                .as("what the newest window covers, and no more")
                .contains(at(18));
    }

    @Test
    void aSetOfGtidsIsBridgedWhereItHoldsAllThatWindowsBeginWith() {
        Position from = gtids("1-10");
        Position to = gtids("1-20");
        StreamWindow first = new StreamWindow(1, from, to, Instant.EPOCH, Optional.empty());
        StreamWindow second = new StreamWindow(2, gtids("1-20"), gtids("1-30"), Instant.EPOCH, Optional.empty());
        TouchedLog log = new TouchedLog(List.of(first, second), List.of());
        assertThat(log.bridge(gtids("1-9:11-30"))).as("10 is noted nowhere").isEmpty();
        assertThat(log.bridge(gtids("1-10:12-30"))).contains(first);
    }

    @Test
    void nothingIsBridgedWithoutWindows() {
        assertThat(bridge(List.of(), 10)).isEmpty();
        assertThat(bridge(List.of(window(4, 30, 40)), 10))
                .as("older ones are gone")
                .isEmpty();
    }

    @Test
    void whatWasTouchedInOlderWindowsOnlyIsLeftOut() {
        List<StreamWindow> windows = List.of(window(1, 10, 20), window(2, 20, 30));
        StreamTouch older = new StreamTouch(ORDERS, 4, 1);
        StreamTouch newer = new StreamTouch(ORDERS, 5, 2);
        TouchedLog log = new TouchedLog(windows, List.of(older, newer));
        assertThat(log.since(windows.get(0))).containsExactly(older, newer);
        assertThat(log.since(windows.get(1))).containsExactly(newer);
    }

    @Test
    void noChangeBehindTheBaseIsPassedOver() {
        assertThat(passedOver((log, since) -> log.bridge(at(since)))).isZero();
    }

    @Test
    void withoutTheRequirementThatWindowsFollowOneAnotherSomeAre() {
        assertThat(passedOver((log, since) -> log.windows().stream()
                        .filter(window -> !at(since).covers(window.to()))
                        .findFirst()))
                .isPositive();
    }

    /**
     * Changes of chunks that lie in a log at every place, a stream that reads it in steps, of which some are never
     * recorded and some are read again, and a verification at any place.
     *
     * @param first the oldest window that counts; everything is compared where there is none
     * @return how many changes behind that place are in no chunk that is picked
     */
    private static long passedOver(BiFunction<TouchedLog, Long, Optional<StreamWindow>> first) {
        Random random = new Random(5);
        long passedOver = 0;
        for (int schedule = 0; schedule < 2_000; schedule++) {
            int[] changed = random.ints(40, 0, 30).toArray();
            List<StreamWindow> windows = new ArrayList<>();
            Map<Integer, Long> touched = new TreeMap<>();
            long end = 0;
            for (long read = 0; read < changed.length - 8; ) {
                long to = read + 1 + random.nextInt(8);
                if (random.nextInt(10) > 0) {
                    long number = windows.size() + 1L;
                    windows.add(window(number, read, to));
                    LongStream.range(read, to).forEach(place -> touched.put(changed[(int) place], number));
                    end = to;
                }
                read = random.nextInt(10) > 0 ? to : Math.max(0, to - random.nextInt(5));
            }
            long since = random.nextInt((int) end + 1);
            List<StreamTouch> touches = new ArrayList<>();
            touched.forEach((chunk, number) -> touches.add(new StreamTouch(ORDERS, chunk, number)));
            TouchedLog log = new TouchedLog(windows, touches);
            Optional<Set<Integer>> picked = first.apply(log, since)
                    .map(window ->
                            log.since(window).stream().map(StreamTouch::chunk).collect(Collectors.toSet()));
            long view = log.end().orElseThrow().place().value();
            passedOver += LongStream.range(since, view)
                    .filter(place -> picked.isPresent() && !picked.get().contains(changed[(int) place]))
                    .count();
        }
        return passedOver;
    }

    private static Optional<Long> bridge(List<StreamWindow> windows, long since) {
        return new TouchedLog(windows, List.of()).bridge(at(since)).map(StreamWindow::number);
    }

    private static StreamWindow window(long number, long from, long to) {
        return new StreamWindow(number, at(from), at(to), Instant.EPOCH, Optional.empty());
    }

    private static Position at(long lsn) {
        return new Lsn(lsn);
    }

    private static Position gtids(String intervals) {
        return Position.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:" + intervals);
    }
}
