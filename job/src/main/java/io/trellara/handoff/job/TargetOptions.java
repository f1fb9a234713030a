package io.trellara.handoff.job;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.Option;
import io.trellara.handoff.config.OptionType;
import io.trellara.handoff.config.OptionValues;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.sink.SinkConfig;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
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
    static final Option<Constraints> CONSTRAINTS = Option.of(
            "target.constraints",
            OptionType.choice(Constraints.class),
            "as-is",
            "as-is: checked as declared, and what cannot hold while several lanes apply is refused. deferred: deferrable"
                    + " ones at each commit, only with stream.lanes 1 and a PostgreSQL target. replica: foreign keys unchecked,"
                    + " and on PostgreSQL triggers silent (session_replication_role; needs the privilege).");
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

    static List<Option<?>> all() {
        return List.of(URL, USERNAME, PASSWORD, EXISTING, CREATE_TABLES, CONSTRAINTS, FLUSH_BYTES, LINGER);
    }

    /** The sink's configuration out of checked values. */
    static SinkConfig config(OptionValues values, SourceConfig source) {
        return new SinkConfig(
                source.run(),
                source.connection().kind(),
                connection(values),
                values.get(EXISTING),
                values.get(CREATE_TABLES),
                new SinkConfig.Flush(
                        Math.toIntExact(values.get(FLUSH_BYTES)),
                        values.get(LINGER).toMillis()),
                values.get(CONSTRAINTS));
    }

    static ConnectionConfig connection(OptionValues values) {
        return new ConnectionConfig(values.get(URL), values.get(USERNAME), values.get(PASSWORD));
    }
}
