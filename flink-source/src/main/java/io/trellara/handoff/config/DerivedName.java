package io.trellara.handoff.config;

import io.trellara.handoff.model.RunKey;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;

/** A slot's or publication's name made of a run's key: an identifier of at most 63 bytes. */
final class DerivedName {
    private static final int LONGEST = 63;

    private DerivedName() {}

    /**
     * {@code handoff_source_dataset_id}. Where letters had to be replaced or cut, a checksum of the key follows, so
     * that two runs never share a name by that.
     */
    static String of(RunKey run) {
        String plain = "handoff_" + run.sourceId() + "_" + run.datasetId() + "_" + run.runId();
        String name = plain.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        if (name.equals(plain) && name.length() <= LONGEST && unambiguous(run)) {
            return name;
        }
        CRC32 sum = new CRC32();
        sum.update(run.toString().getBytes(StandardCharsets.UTF_8));
        String suffix = String.format(Locale.ROOT, "_%08x", sum.getValue());
        return name.substring(0, Math.min(name.length(), LONGEST - suffix.length())) + suffix;
    }

    /** {@code a_b / c} and {@code a / b_c} would meet in one name. */
    private static boolean unambiguous(RunKey run) {
        return !run.sourceId().contains("_")
                && !run.datasetId().contains("_")
                && !run.runId().contains("_");
    }
}
