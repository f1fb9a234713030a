package io.trellara.handoff.job;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.Option;
import io.trellara.handoff.config.OptionType;
import io.trellara.handoff.config.OptionValues;
import java.time.Duration;
import java.util.List;

/** Every key that the sink reads. */
final class TargetOptions {
    static final Option<String> URL = Option.required(
            "target.url", OptionType.url(), "jdbc:postgresql://localhost:5433/shop", "The target database.");
    static final Option<String> USERNAME = Option.required(
            "target.username",
            OptionType.text(),
            "handoff",
            "A user who may write the target tables, and create them and the schema trellara.");
    static final Option<String> PASSWORD = Option.of(
                    "target.password",
                    OptionType.text(),
                    "",
                    "Its password; write ${env:NAME} or ${file:PATH} rather than the password itself.")
            .asSecret();
    static final Option<Existing> EXISTING = Option.of(
            "target.existing",
            OptionType.choice(Existing.class),
            "refuse",
            "What to do with rows that are in a target table before the run: refuse the run, truncate the table once,"
                    + " or merge into them by key (rows that the source does not hold stay).");
    static final Option<Boolean> CREATE_TABLES = Option.of(
            "target.create-tables",
            OptionType.bool(),
            "true",
            "Whether missing target tables are created: columns, types, not null and the primary key.");
    static final Option<Long> FLUSH_BYTES = Option.of(
            "sink.flush-bytes",
            OptionType.size("64kb", "256mb"),
            "16mb",
            "Bytes that a sink writer collects before it writes them in one transaction. Also its memory.");
    static final Option<Duration> LINGER = Option.of(
            "sink.linger",
            OptionType.duration("1ms", "10s"),
            "20ms",
            "How long a change may wait for company before it is written; a lower bound of latency.");

    private TargetOptions() {}

    /** What to do with rows that are there before the run. */
    enum Existing {
        REFUSE,
        TRUNCATE,
        MERGE
    }

    static List<Option<?>> all() {
        return List.of(URL, USERNAME, PASSWORD, EXISTING, CREATE_TABLES, FLUSH_BYTES, LINGER);
    }

    static ConnectionConfig connection(OptionValues values) {
        return new ConnectionConfig(values.get(URL), values.get(USERNAME), values.get(PASSWORD));
    }
}
