package io.trellara.handoff.report;

import static io.trellara.handoff.report.ReportFixture.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.WaitKind;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The page: well-formed, whole, and silent about keys and values. */
final class ReportPageTest {
    private static final String HOSTILE = "<script>alert('x')</script>&\"\u0000\u0007";

    private static String page(ReportFacts facts) {
        return ReportPage.of(facts, ReportFixture.CONTEXT);
    }

    private static Document parsed(String page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(page.replace("<!DOCTYPE html>", ""))));
    }

    private static List<String> texts(String page, String element) throws Exception {
        NodeList found = parsed(page).getElementsByTagName(element);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> found.item(i).getTextContent())
                .toList();
    }

    private static ReportFacts with(ReportFacts.Part own, List<ReportFacts.Verification> verifications) {
        return new ReportFacts(own, List.of(), List.of(), List.of(), verifications);
    }

    @Test
    void waitsAreTheirKindsHoldersAndTimes() {
        RunWait.Span span = new RunWait.Span(
                Instant.parse("2026-03-01T10:00:00Z"), Instant.parse("2026-03-01T10:00:09Z"), Optional.empty());
        RunWait open = new RunWait(
                WaitKind.SLOT_CREATION,
                span,
                "slot creation waits for transaction 733 of session 4711",
                OptionalLong.of(4711),
                Optional.of("733"),
                Optional.of(Instant.parse("2026-03-01T09:00:00Z")),
                new RunWait.Past(3, 61_000));
        assertThat(WaitSection.of(List.of(open)).markup().written())
                .contains(
                        "slot creation waits for transaction 733 of session 4711",
                        "transaction 733, session 4711, since 2026-03-01 09:00:00",
                        "2026-03-01 10:00:00",
                        "seen 2026-03-01 10:00:09");
        assertThat(WaitSection.of(List.of()).markup().written()).contains("Nothing was waited for");
    }

    @Test
    void everySectionIsThereInEveryState() throws Exception {
        for (RunState state : RunState.values()) {
            ReportFacts whole = ReportFixture.whole();
            ReportFacts facts = new ReportFacts(
                    ReportFixture.part(
                            state, whole.own().relations(), whole.own().chunks()),
                    List.of(),
                    List.of(),
                    whole.samples(),
                    List.of());
            assertThat(texts(page(facts), "h2"))
                    .containsExactly(
                            "States",
                            "Relations",
                            "Copy",
                            "Stream",
                            "Waves",
                            "Waits",
                            "Copied again, and requests",
                            "Verification");
        }
    }

    @Test
    void picturesAreDrawnAndLegendsNameWhatIsInThem() throws Exception {
        String page = page(ReportFixture.whole());
        assertThat(texts(page, "h3"))
                .contains(
                        "Chunks by reader",
                        "Rows a second, as they became durable",
                        "Changes a second",
                        "Lag, in log",
                        "Lag, in time",
                        "Log retained at the source");
        assertThat(parsed(page).getElementsByTagName("svg").getLength()).isEqualTo(6);
        assertThat(page)
                .contains(
                        "reader 0",
                        "reader 1",
                        "read again after an attempt that failed",
                        "fill=\"url(#again)\"",
                        "id=\"again\"",
                        "class=\"limit\"");
        assertThat(texts(page, "figcaption")).anyMatch(text -> text.startsWith("Dashed: limit, 19.1 MB"));
    }

    @Test
    void nothingOutsideOfThePageIsAskedFor() {
        String page = page(ReportFixture.whole());
        String without = page.replace("http://www.w3.org/1999/xhtml", "").replace("http://www.w3.org/2000/svg", "");
        assertThat(without).doesNotContain("http:", "https:", "src=", "<script", "<link", "@import", "url(http");
        assertThat(page).contains("default-src 'none'".replace("'", "&#39;"));
    }

    @Test
    void noKeyAndNoPasswordIsShown() {
        assertThat(page(ReportFixture.whole())).doesNotContain(ReportFixture.SECRET_KEY, "sesame");
    }

    @Test
    void namesAreTextWhateverIsInThem() throws Exception {
        RelationRecord hostile = ReportFixture.relation(HOSTILE, 5);
        String page = page(with(
                ReportFixture.part(
                        RunState.FAILED_RECOVERABLE, List.of(hostile), ReportFixture.chunks(hostile.relation(), 5, 1)),
                List.of()));
        assertThat(page).doesNotContain("<script", "\u0000", "\u0007");
        assertThat(texts(page, "td")).contains("shop.<script>alert('x')</script>&\"\uFFFD\uFFFD");
        assertThat(texts(page, "p")).contains("the slot <is> gone & cannot come back");
    }

    /** The twin: written as it is, such a name is an element of the page. */
    @Test
    void withoutItsEscapesANameWouldBeAnElement() {
        String escaped = new Markup().element("td", HOSTILE).written();
        String raw = "<td>" + HOSTILE + "</td>";
        assertThat(escaped).doesNotContain("<script");
        assertThatThrownBy(() -> parsed(raw)).isInstanceOf(SAXException.class);
    }

    @Test
    void aRunThatHasOnlyBegunHasAPage() throws Exception {
        RunRecord planned = new RunRecord(
                ReportFixture.run(RunState.PLANNED).run(),
                RunState.PLANNED,
                1,
                "woven",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                START,
                START);
        String page = page(
                with(new ReportFacts.Part(planned, List.of(), List.of(), List.of(), List.of(), List.of()), List.of()));
        assertThat(texts(page, "p"))
                .contains("No relation is planned yet.", "No chunk is planned yet.", "No wave was opened yet.");
        assertThat(page).contains("○ starting");
    }

    @Test
    void aFailedRunShowsItsReasonAndEveryWayBack() throws Exception {
        ReportFacts whole = ReportFixture.whole();
        List<Transition> moves = new ArrayList<>(ReportFixture.transitions());
        moves.add(new Transition(
                RunState.STREAMING,
                RunState.FAILED_RECOVERABLE,
                START.plusSeconds(100),
                2,
                Optional.of("the slot is gone"),
                Optional.of("HANDOFF-4002 SLOT_MISSING")));
        moves.add(new Transition(
                RunState.FAILED_RECOVERABLE,
                RunState.COPYING_TABLE,
                START.plusSeconds(200),
                3,
                Optional.of("resumed by an operator"),
                Optional.empty()));
        ReportFacts.Part own = new ReportFacts.Part(
                ReportFixture.run(RunState.FAILED_RECOVERABLE),
                whole.own().relations(),
                whole.own().chunks(),
                List.of(),
                List.of(),
                moves);
        String page = page(with(own, List.of()));
        assertThat(page).contains("✕ failed, recoverable", "class=\"alarm\"", "HANDOFF-4002 SLOT_MISSING");
        assertThat(texts(page, "td")).contains("the slot is gone", "resumed by an operator", "2026-11-30 08:03:20");
        assertThat(page(whole)).doesNotContain("Failures and ways back");
    }

    @Test
    void aVerifiedRunHasNoWayBack() throws Exception {
        ReportFacts whole = ReportFixture.whole();
        List<Transition> moves = new ArrayList<>(ReportFixture.transitions());
        moves.add(new Transition(
                RunState.STREAMING,
                RunState.VERIFIED,
                START.plusSeconds(100),
                2,
                Optional.of("verification 1 converged"),
                Optional.empty()));
        ReportFacts.Part own = new ReportFacts.Part(
                ReportFixture.run(RunState.VERIFIED),
                whole.own().relations(),
                whole.own().chunks(),
                List.of(),
                List.of(),
                moves);
        String page = page(with(own, List.of()));
        assertThat(page).contains("✓ verified").doesNotContain("Failures and ways back");
    }

    @Test
    void aRunWithoutSamplesOrTimesSaysSo() throws Exception {
        ReportFacts whole = ReportFixture.whole();
        String page = page(with(whole.own(), List.of()));
        assertThat(texts(page, "p")).anyMatch(text -> text.startsWith("There are not enough samples"));
        assertThat(texts(page, "h3")).contains("Chunks by reader");
        ReportFacts.Part old =
                ReportFixture.part(RunState.STREAMING, whole.own().relations(), List.of());
        assertThat(texts(page(with(old, List.of())), "h3")).doesNotContain("Chunks by reader");
    }

    @Test
    void monthsOfSamplesAndTenThousandsOfChunksMakeASmallPage() throws Exception {
        RelationRecord orders = ReportFixture.relation("orders", 1_000);
        ReportFacts facts = new ReportFacts(
                ReportFixture.part(
                        RunState.STREAMING, List.of(orders), ReportFixture.chunks(orders.relation(), 50_000, 8)),
                List.of(),
                List.of(),
                ReportFixture.samples(12_000, Duration.ofMinutes(20)),
                List.of());
        String page = page(facts);
        parsed(page);
        assertThat(page.length()).isLessThan(1_500_000);
        assertThat(page).contains("12,000 samples", "reader 7");
    }

    @Test
    void thinningKeepsEveryPeak() {
        List<Series.Point> points = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            points.add(Series.Point.of(START.plusSeconds(i), i == 7_777 ? 99 : 1));
        }
        Series thinned = new Series("x", 0, Series.Form.AREA, points).thinned(100);
        assertThat(thinned.points()).hasSizeLessThan(401).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
        assertThat(thinned.max()).isEqualTo(99);
        assertThat(points.stream()
                        .filter(point -> points.indexOf(point) % 100 == 0)
                        .mapToDouble(p -> p.value().get())
                        .max())
                .as("the twin: every hundredth point loses it")
                .hasValue(1);
    }

    @Test
    void aRateIsSpreadOverTheTimeInWhichItWasDone() {
        List<Rates.Count> counts = List.of(
                count(0, 0), count(5, 0), count(10, 1_000), count(15, 1_000), count(20, 2_000), count(25, 2_000));
        assertThat(Rates.of(counts)).containsExactly(rate(0, 0), rate(5, 0), rate(10, 200), rate(20, 100), rate(25, 0));
        assertThat(Rates.of(List.of(count(0, 10), count(1_000, 10), count(1_005, 50))))
                .as("what had stood for long has not grown all the while")
                .containsExactly(rate(0, 0), rate(985, 0), rate(1_005, 2));
        assertThat(Rates.of(List.of())).isEmpty();
    }

    private static Rates.Count count(long second, long number) {
        return new Rates.Count(START.plusSeconds(second), number);
    }

    private static Series.Point rate(long second, double value) {
        return Series.Point.of(START.plusSeconds(second), value);
    }

    @Test
    void axesHaveRoundMarks() {
        assertThat(Axis.numbers(9_300, Axis.Unit.COUNT, 5))
                .containsExactly(0.0, 2000.0, 4000.0, 6000.0, 8000.0, 10_000.0);
        assertThat(Axis.numbers(0, Axis.Unit.COUNT, 5)).containsExactly(0.0, 1.0);
        assertThat(Axis.Unit.BYTES.shown(
                        Axis.numbers(3_000_000, Axis.Unit.BYTES, 5).get(1)))
                .isEqualTo("1 MB");
        assertThat(Axis.Unit.MILLIS.shown(
                        Axis.numbers(250_000, Axis.Unit.MILLIS, 5).get(1)))
                .isEqualTo("1m");
        for (Duration span :
                List.of(Duration.ofMillis(5), Duration.ofSeconds(40), Duration.ofHours(7), Duration.ofDays(5000))) {
            assertThat(Axis.moments(START, START.plus(span), 6)).hasSizeLessThan(8);
        }
        assertThat(Axis.moments(START, START.plus(Duration.ofHours(5)), 6))
                .extracting(Axis.Moment::text)
                .containsExactly("08:00", "09:00", "10:00", "11:00", "12:00", "13:00");
    }

    @Test
    void verificationsAreShownWithTheirDrift() throws Exception {
        Relation orders = new Relation("shop", "orders");
        VerifiedRelation drift = new VerifiedRelation(
                orders, "v1", 100, 99, 4, 1, 0, 2, 5, "d".repeat(32), "e".repeat(32), List.of(2, 3));
        VerifiedRelation equal =
                new VerifiedRelation(orders, "v1", 99, 99, 4, 0, 0, 0, 5, "d".repeat(32), "d".repeat(32), List.of());
        ReportFacts facts = with(
                ReportFixture.whole().own(),
                List.of(
                        new ReportFacts.Verification(verification(2, Verdict.DIVERGED), List.of(drift)),
                        new ReportFacts.Verification(verification(1, Verdict.VERIFIED), List.of(equal))));
        String page = page(facts);
        assertThat(texts(page, "h3")).contains("Verification 2 diverged", "Verification 1 verified");
        assertThat(texts(page, "td")).contains("3 rows in 2 chunks", "none", "3 rows differ");
        assertThat(page).contains("✕ streaming, diverged");
    }

    private static VerificationRecord verification(long id, Verdict verdict) {
        return new VerificationRecord(
                id,
                ReportFixture.run(RunState.STREAMING).run(),
                "full",
                verdict,
                Optional.of(Position.parse("0/9000000")),
                Optional.empty(),
                2,
                100,
                0,
                Optional.empty(),
                START,
                Optional.of(START.plusSeconds(30)),
                "ann",
                Optional.of("f".repeat(64)),
                VerificationScope.ALL);
    }

    @Test
    void childrenAndRequestsAreShown() throws Exception {
        ReportFacts whole = ReportFixture.whole();
        ReportFacts.Part again = ReportFixture.part(
                RunState.STREAM_HANDOFF_READY, List.of(ReportFixture.relation("orders", 50)), List.of());
        ControlRecord refused = new ControlRecord(
                4,
                ControlRequest.recopy(again.run().run(), new Relation("shop", "orders"), List.of(1, 2), "ann & bob"),
                START,
                ControlState.REFUSED,
                Optional.empty(),
                Optional.of("HANDOFF-6009"),
                Optional.of("not now"),
                Optional.of(Instant.EPOCH));
        ReportFacts facts = new ReportFacts(
                whole.own(),
                List.of(new ReportFacts.Child(new ChildRun(again.run(), "1", ChildKind.RECOPY), again)),
                List.of(refused),
                whole.samples(),
                List.of());
        String cells = texts(page(facts), "td").stream().collect(Collectors.joining("|"));
        assertThat(cells).contains("recopy shop.orders, 2 chunks", "ann & bob", "refused not now", "|recopy|");
    }

    @Test
    void positionsOfAnyLengthStayReadable() {
        String gtids = IntStream.range(0, 500)
                .mapToObj(i -> "%08x-0000-0000-0000-00000000abcd:1-%d".formatted(i, i + 1))
                .collect(Collectors.joining(","));
        String shown = Amounts.position(Optional.of(Position.parse(gtids)));
        assertThat(shown).hasSizeLessThan(130).startsWith("00000000-0000").contains("characters)");
    }
}
