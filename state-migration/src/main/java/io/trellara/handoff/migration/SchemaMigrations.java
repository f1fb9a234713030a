package io.trellara.handoff.migration;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceSchema;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;

/**
 * Creates and upgrades Trellara's tables; a second run, or one at the same time, does nothing more. Blocks. Errors:
 * EVIDENCE_UNREACHABLE or TARGET_UNREACHABLE; EVIDENCE_SCHEMA_NEWER where the tables were made by a newer program.
 */
public final class SchemaMigrations {
    private SchemaMigrations() {}

    /**
     * Brings the evidence tables to {@link EvidenceSchema#EVIDENCE_VERSION}.
     *
     * @return the scripts that were applied
     */
    public static List<String> migrateEvidence(ConnectionConfig evidence) {
        return migrate(MigrationSet.EVIDENCE, evidence);
    }

    /**
     * Brings the sink's tables to {@link EvidenceSchema#TARGET_VERSION}.
     *
     * @return the scripts that were applied
     */
    public static List<String> migrateTarget(ConnectionConfig target) {
        return migrate(MigrationSet.SINK, target);
    }

    /** The scripts that {@link #migrateEvidence} would apply; changes nothing. */
    public static List<String> pendingEvidence(ConnectionConfig evidence) {
        return pending(MigrationSet.EVIDENCE, evidence);
    }

    /** The scripts that {@link #migrateTarget} would apply; changes nothing. */
    public static List<String> pendingTarget(ConnectionConfig target) {
        return pending(MigrationSet.SINK, target);
    }

    private static List<String> migrate(MigrationSet set, ConnectionConfig database) {
        MigrationServer server = MigrationServer.of(database);
        try (MigrationLock lock = MigrationLock.acquire(server)) {
            lock.prepare(set);
            Flyway flyway = flyway(set, database, server);
            List<String> scripts = scripts(set, database, flyway.info());
            flyway.migrate();
            return scripts;
        } catch (SQLException e) {
            throw failed(set, database, server, e);
        } catch (FlywayException e) {
            throw failed(set, database, server, e);
        }
    }

    private static List<String> pending(MigrationSet set, ConnectionConfig database) {
        MigrationServer server = MigrationServer.of(database);
        try {
            return scripts(set, database, flyway(set, database, server).info());
        } catch (FlywayException e) {
            throw failed(set, database, server, e);
        }
    }

    private static List<String> scripts(MigrationSet set, ConnectionConfig database, MigrationInfoService info) {
        for (MigrationInfo applied : info.applied()) {
            if (applied.getState().isApplied() && !applied.getState().isResolved() && applied.getVersion() != null) {
                throw newer(set, database, applied.getVersion().getVersion());
            }
        }
        return Arrays.stream(info.pending()).map(MigrationInfo::getScript).toList();
    }

    private static Flyway flyway(MigrationSet set, ConnectionConfig database, MigrationServer server) {
        return Flyway.configure(SchemaMigrations.class.getClassLoader())
                .dataSource(server.dataSource())
                .schemas(EvidenceSchema.NAME)
                .defaultSchema(EvidenceSchema.NAME)
                .createSchemas(false)
                .table(set.history())
                .locations(set.location(database.kind()))
                // the other set may have filled the schema before
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .cleanDisabled(true)
                .load();
    }

    private static HandoffException newer(MigrationSet set, ConnectionConfig database, String version) {
        return new HandoffException(new Finding(
                ErrorCode.EVIDENCE_SCHEMA_NEWER,
                database.url(),
                set.history() + " at version " + version,
                "a version that this program knows",
                "use the release that made these tables, or a newer one"));
    }

    private static HandoffException failed(
            MigrationSet set, ConnectionConfig database, MigrationServer server, SQLException failure) {
        return new HandoffException(
                server.explain(set, failure).orElseGet(() -> general(set, database, server.observed(failure))));
    }

    /** Server messages may hold values; only the numbers pass (R11). */
    private static HandoffException failed(
            MigrationSet set, ConnectionConfig database, MigrationServer server, FlywayException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return failed(set, database, server, sql);
            }
        }
        String observed = failure.getErrorCode() == null
                ? "a migration error"
                : failure.getErrorCode().toString();
        return new HandoffException(general(set, database, observed));
    }

    private static Finding general(MigrationSet set, ConnectionConfig database, String observed) {
        return new Finding(
                set.unreachable(),
                database.toString(),
                "tables of schema trellara not migrated, " + observed,
                "a reachable database where the user may create schema trellara and its tables",
                "check address, password and CREATE privilege, then run again");
    }
}
