package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The run's publication: made where that is allowed, widened only where it is our own (R12). */
final class Publication {
    /** The comment by which our own publications are known. */
    static final String OURS = "made by Trellara Handoff";

    private static final String STATE = """
            SELECT coalesce(obj_description(oid, 'pg_publication'), '') = ?
            FROM pg_publication WHERE pubname = ?""";

    private final PostgresSessions sessions;
    private final SourceConfig config;
    private final String name;

    Publication(PostgresSessions sessions, SourceConfig config) {
        this.sessions = sessions;
        this.config = config;
        this.name = config.replication().publication();
    }

    /** Makes sure that it covers every configured relation; all that stands against it is thrown at once. */
    void ensure() {
        sessions.ask("reading and creating the publication", session -> {
            Optional<Boolean> ours = ours(session);
            List<RelationFacts> facts = new Catalog(session, name).read(config.relations());
            List<RelationFacts> absent = facts.stream()
                    .filter(f -> !RelationRules.publication(f).isEmpty())
                    .toList();
            if (ours.isPresent() && absent.isEmpty()) {
                return true;
            }
            boolean allowed = config.replication().createPublication() && ours.orElse(true);
            refuse(ours.isPresent(), allowed, facts, absent);
            try (Statement statement = session.createStatement()) {
                statement.execute("SET lock_timeout = " + config.limits().ddlWaitMillis());
                statement.execute(ours.isPresent() ? widening(absent) : creation(facts));
                if (ours.isEmpty()) {
                    statement.execute("COMMENT ON PUBLICATION " + Relation.quote(name) + " IS '" + OURS + "'");
                }
            }
            return true;
        });
    }

    private void refuse(boolean exists, boolean allowed, List<RelationFacts> facts, List<RelationFacts> absent) {
        List<Finding> findings = new ArrayList<>(RelationRules.missing(config.relations(), facts));
        if (!allowed && !exists) {
            findings.add(new Finding(
                    ErrorCode.PUBLICATION_MISSING,
                    "publication " + name,
                    "no such publication",
                    "one that covers every relation",
                    "create it, or allow it with source.publication-create: true"));
        } else if (!allowed) {
            absent.forEach(f -> findings.addAll(RelationRules.publication(f)));
        } else if (exists) {
            absent.stream()
                    .filter(f -> f.published().member())
                    .forEach(f -> findings.addAll(RelationRules.publication(f)));
        }
        // Publishing updates of a table without replica identity would make the application's own writes fail (R12).
        for (RelationFacts f : allowed ? facts : List.<RelationFacts>of()) {
            findings.addAll(RelationRules.shape(f));
            findings.addAll(RelationRules.identity(f));
        }
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
    }

    private String creation(List<RelationFacts> facts) {
        return "CREATE PUBLICATION " + Relation.quote(name) + " FOR TABLE " + tables(facts)
                + " WITH (publish_via_partition_root = true)";
    }

    private String widening(List<RelationFacts> absent) {
        return "ALTER PUBLICATION " + Relation.quote(name) + " ADD TABLE " + tables(absent);
    }

    /** Without its inheritance children, unless it is partitioned: children are relations of their own. */
    private static String tables(List<RelationFacts> facts) {
        return facts.stream()
                .map(f -> (f.isPartitioned() ? "" : "ONLY ") + f.relation().quoted())
                .collect(Collectors.joining(", "));
    }

    /** Whether it is ours; empty where it does not exist. */
    private Optional<Boolean> ours(Connection session) throws SQLException {
        try (PreparedStatement query = session.prepareStatement(STATE)) {
            query.setString(1, OURS);
            query.setString(2, name);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(row.getBoolean(1)) : Optional.empty();
            }
        }
    }
}
