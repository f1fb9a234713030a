package io.trellara.handoff.dialect.postgres;

import java.util.List;
import java.util.Map;

/**
 * Defects of logical decoding that minor releases have mended, and what they mean for a run. Pure. That an exported
 * snapshot may be read too early is not among them: every view of ours settles first, on any release (R12).
 */
final class KnownDefects {
    /**
     * One defect.
     *
     * @param effect what may happen
     * @param advice what to keep in mind until the server is updated
     * @param from first minor that has it, by major
     * @param mended first minor that has it no more, by major
     */
    private record Defect(String effect, String advice, Map<Integer, Integer> from, Map<Integer, Integer> mended) {
        boolean in(int major, int minor) {
            return mended.containsKey(major) && minor < mended.get(major) && minor >= from.getOrDefault(major, 0);
        }
    }

    private static final List<Defect> DEFECTS = List.of(
            new Defect(
                    "a slot created without a full snapshot may begin inside a transaction (mended in 14.13, 15.8, 16.4)",
                    "other consumers of this server may see half transactions; this run's slots are not touched",
                    Map.of(),
                    Map.of(14, 13, 15, 8, 16, 4)),
            new Defect(
                    "changes of a transaction that is open beside DDL or ALTER PUBLICATION may be left out (mended in"
                            + " 14.18, 15.13, 16.9, 17.5)",
                    "change neither the publication nor the relations while the run lasts",
                    Map.of(),
                    Map.of(14, 18, 15, 13, 16, 9, 17, 5)),
            new Defect(
                    "decoding may run out of memory when much DDL runs beside open transactions (mended in 14.19, 15.14,"
                            + " 16.10, 17.6)",
                    "keep bulk DDL away from the source while the run lasts",
                    Map.of(14, 18, 15, 13, 16, 9, 17, 5),
                    Map.of(14, 19, 15, 14, 16, 10, 17, 6)));

    /** A defect as an operator reads it. */
    record Known(String effect, String advice) {}

    private KnownDefects() {}

    /** What the server of this {@code server_version_num} still has. */
    static List<Known> of(int versionNumber) {
        int major = versionNumber / 10_000;
        int minor = versionNumber % 10_000;
        return DEFECTS.stream()
                .filter(defect -> defect.in(major, minor))
                .map(defect -> new Known(defect.effect(), defect.advice()))
                .toList();
    }
}
