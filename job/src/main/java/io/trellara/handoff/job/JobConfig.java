package io.trellara.handoff.job;

import io.trellara.handoff.config.OptionValues;
import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.config.Settings;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.config.SourceOptions;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.sink.SinkConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The whole configuration of a run, checked.
 *
 * @param source of the source and the coordinator
 * @param sink of the sink and its control
 * @param local of the one-process cluster
 * @param shown every value in effect as a line, secrets masked
 */
public record JobConfig(SourceConfig source, SinkConfig sink, LocalConfig local, List<String> shown) {
    public JobConfig {
        shown = List.copyOf(shown);
    }

    /**
     * Reads the YAML file; references and relative paths start from its folder.
     *
     * @throws HandoffException with every problem at once
     */
    public static JobConfig readYaml(Path file) {
        return of(YamlSettings.read(String.valueOf(file.getFileName()), text(file)), folder(file));
    }

    /**
     * Reads a managed service's application properties.
     *
     * @throws HandoffException with every problem at once
     */
    public static JobConfig readPropertyGroups(Path file) {
        return of(PropertyGroups.read(String.valueOf(file.getFileName()), text(file)), folder(file));
    }

    private static JobConfig of(Settings settings, Path folder) {
        OptionValues values = settings.read(JobOptions.all(), new SystemSecrets(System.getenv(), folder));
        requireOneLaneWhereDeferred(values);
        requireNoDeferringWhereWoven(values);
        boolean merge = values.get(TargetOptions.EXISTING) == SinkConfig.Existing.MERGE;
        SourceConfig source = SourceOptions.config(values, TargetOptions.connection(values), merge);
        return new JobConfig(
                source,
                TargetOptions.config(values, source),
                LocalOptions.config(values, source.run(), folder),
                values.shown());
    }

    /** Each writer commits for itself: only one that applies everything meets a constraint's both sides at once. */
    private static void requireOneLaneWhereDeferred(OptionValues values) {
        long lanes = values.get(SourceOptions.LANES);
        if (values.get(TargetOptions.CONSTRAINTS) == SinkConfig.Constraints.DEFERRED && lanes != 1) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    TargetOptions.CONSTRAINTS.key(),
                    "deferred with " + SourceOptions.LANES.key() + " " + lanes,
                    "one lane, so that one sink writer applies every change",
                    "set " + SourceOptions.LANES.key() + ": 1, or target.constraints: replica"));
        }
    }

    /** A row that is copied early may meet a value that only the held stream would free: no commit could end that. */
    private static void requireNoDeferringWhereWoven(OptionValues values) {
        if (values.get(TargetOptions.CONSTRAINTS) == SinkConfig.Constraints.DEFERRED
                && SourceOptions.schedule(values) == Schedule.WOVEN) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_INVALID,
                    TargetOptions.CONSTRAINTS.key(),
                    "deferred in a woven copy, whose parts are committed wave by wave",
                    "no constraint besides the key before all is copied",
                    "set " + SourceOptions.SCHEDULE.key() + ": copy-then-stream, or target.constraints: replica"));
        }
    }

    private static Path folder(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new HandoffException(new Finding(
                    ErrorCode.CONFIG_UNREADABLE,
                    file.toString(),
                    Files.exists(file) ? "a file that cannot be read as UTF-8 text" : "no such file",
                    "a readable configuration file",
                    "name it with --config, or write one with ./handoff init"));
        }
    }
}
