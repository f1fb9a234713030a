package io.trellara.handoff.evidence;

import java.util.List;
import java.util.Locale;

/** The tables that hold a run's evidence, and the order of their rows; the sinks' own tables are not among them. */
public enum EvidenceTable {
    SNAPSHOT_RUNS("run_id", ""),
    SNAPSHOT_TABLE_PROGRESS("run_id relation", ""),
    SNAPSHOT_HANDOFF_EVENTS("", "id"),
    SNAPSHOT_WAVES("run_id", "wave"),
    SNAPSHOT_CHUNKS("run_id relation", "chunk"),
    RUN_TRANSITIONS("", "id"),
    RUN_CONTROLS("", "id"),
    RUN_SAMPLES("", "id"),
    RUN_WAITS("run_id kind", ""),
    STREAM_WINDOWS("run_id", "window_no"),
    STREAM_TOUCHES("run_id relation", "chunk_no"),
    VERIFICATION_RUNS("", "id"),
    /** Its rows are of a run by their verification. */
    VERIFICATION_TABLES("relation", "verification_id");

    private final String texts;
    private final String numbers;

    /** @param texts columns that the rows are sorted by first, by their bytes; then by {@code numbers} */
    EvidenceTable(String texts, String numbers) {
        this.texts = texts;
        this.numbers = numbers;
    }

    /** The table's name, without its schema. */
    public String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<String> texts() {
        return words(texts);
    }

    List<String> numbers() {
        return words(numbers);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }
}
