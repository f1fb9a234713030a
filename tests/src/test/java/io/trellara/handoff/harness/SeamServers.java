package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.demo.TableComparison;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Two servers, with a new database on each for every test. One thread. */
public final class SeamServers implements AutoCloseable {
    private final SideServer source;
    private final SideServer target;

    private SeamServers(SideServer source, SideServer target) {
        this.source = source;
        this.target = target;
    }

    public static SeamServers start(PostgresVersion version) {
        return new SeamServers(Servers.start("source", version, Map.of()), Servers.start("target", version, Map.of()));
    }

    /** Two servers of any kinds, which end with this. */
    public static SeamServers of(SideServer source, SideServer target) {
        return new SeamServers(source, target);
    }

    public SideServer source() {
        return source;
    }

    public SideServer target() {
        return target;
    }

    /** Two new databases. */
    public Pair newPair() throws SQLException {
        return new Pair(source.newSide("seam"), target.newSide("seam"));
    }

    @Override
    public void close() throws SQLException {
        source.close();
        target.close();
    }

    /** A source and a target database. */
    public record Pair(ConnectionConfig source, ConnectionConfig target) {
        /** A run's configuration between the two, for one copy and then the stream. */
        public JobConfig config(Path folder, List<Relation> relations, long chunkRows) throws IOException {
            return RunFiles.config(folder, this, relations, "schedule: copy-then-stream, chunk-rows: " + chunkRows);
        }

        /** The same for a woven copy, with so many rows a wave. */
        public JobConfig woven(Path folder, List<Relation> relations, long chunkRows, long waveRows)
                throws IOException {
            return RunFiles.config(
                    folder, this, relations, "schedule: woven, chunk-rows: " + chunkRows + ", wave-rows: " + waveRows);
        }

        /** Compares every row of both sides. */
        public ComparisonReport compare(List<Relation> relations) throws SQLException {
            return new TableComparison(source, target).compare(relations);
        }
    }
}
