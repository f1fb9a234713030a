package io.trellara.handoff.report;

import io.trellara.handoff.evidence.WaveRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The waves of a run, the newest of them where there are many. Pure. */
final class WaveSection {
    private static final int MOST = 60;

    private WaveSection() {}

    static Section of(List<WaveRecord> waves) {
        if (waves.isEmpty()) {
            return new Section("waves", "Waves", Section.nothing("No wave was opened yet."));
        }
        Markup body = new Markup();
        long lost = waves.stream().filter(WaveSection::lost).count();
        body.add(Section.note(Amounts.count(waves.size()) + (waves.size() == 1 ? " wave, " : " waves, ")
                + (lost == 0 ? "none lost" : Amounts.count(lost) + " lost: what they left was read again in later ones")
                + (waves.size() > MOST ? "; the newest " + MOST + " are shown" : "") + "."));
        Table table = new Table("#Wave", "Floor", "Boundary", "Opened (UTC)", "Lasted", "Outcome");
        waves.subList(Math.max(0, waves.size() - MOST), waves.size())
                .forEach(wave -> table.row(
                        Table.cell(String.valueOf(wave.wave())),
                        Table.code(Amounts.position(Optional.of(wave.floor()))),
                        Table.code(
                                wave.boundary().isPresent() ? Amounts.position(wave.boundary()) : "each reader's own"),
                        Table.cell(Amounts.moment(wave.openedAt())),
                        Table.cell(wave.closedAt()
                                .map(at -> Amounts.duration(Duration.between(wave.openedAt(), at)))
                                .orElse(Amounts.NONE)),
                        Table.pill(wave.outcome().orElse("open"), lost(wave) ? "bad" : tone(wave))));
        return new Section("waves", "Waves", body.add(table.markup()));
    }

    private static boolean lost(WaveRecord wave) {
        return wave.outcome().filter("lost"::equals).isPresent();
    }

    private static String tone(WaveRecord wave) {
        return wave.outcome().isPresent() ? "good" : "busy";
    }
}
