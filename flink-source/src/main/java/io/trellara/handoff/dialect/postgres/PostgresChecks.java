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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Everything at the source that stands against a run, and what an operator should know, found read-only and all at
 * once: a part that cannot be asked is a finding itself, and the others are asked all the same.
 */
final class PostgresChecks {
    private static final String PUBLICATION = """
            SELECT p.oid IS NOT NULL, coalesce(obj_description(p.oid, 'pg_publication'), '') = ?,
                   coalesce(pg_has_role(p.pubowner, 'USAGE'), false),
                   has_database_privilege(current_database(), 'CREATE')
            FROM (SELECT) AS one LEFT JOIN pg_publication p ON p.pubname = ?""";

    private final PostgresSessions sessions;
    private final SourceConfig config;
    private final List<Finding> findings = new ArrayList<>();

    PostgresChecks(PostgresSessions sessions, SourceConfig config) {
        this.sessions = sessions;
        this.config = config;
    }

    /** All findings, refusals and warnings; a server that cannot be reached or known is the only one then. */
    List<Finding> check() {
        Optional<List<RelationAccess>> access = gather("reading privileges", session -> {
            List<RelationAccess> found = RelationAccess.read(session, config.relations());
            found.forEach(relation -> findings.addAll(relation.findings()));
            return found;
        });
        boolean closed = findings.stream().anyMatch(PostgresChecks::endsTheChecks);
        if (closed) {
            return List.copyOf(findings);
        }
        List<RelationAccess> relations = access.orElse(List.of());
        gather(
                "reading the server's settings",
                session -> findings.addAll(ServerRules.of(
                        sessions.place(),
                        config,
                        ServerFacts.read(session, config.replication().slot()),
                        relations.stream().mapToLong(RelationAccess::bytes).sum())));
        gather("reading the catalog", session -> relations(session, relations));
        replication();
        pooler();
        return List.copyOf(findings);
    }

    private boolean relations(Connection session, List<RelationAccess> access) throws SQLException {
        List<RelationFacts> present = new Catalog(session, config.replication().publication()).read(config.relations());
        findings.addAll(RelationRules.missing(config.relations(), present));
        for (RelationFacts facts : present) {
            findings.addAll(RelationRules.shape(facts));
            findings.addAll(RelationRules.identity(facts));
        }
        Set<Relation> owned = access.stream()
                .filter(RelationAccess::owned)
                .map(RelationAccess::relation)
                .collect(Collectors.toSet());
        // views and the like are refused by their kind; that no publication takes them says no more
        List<RelationFacts> publishable = present.stream()
                .filter(facts -> RelationRules.shape(facts).stream()
                        .noneMatch(finding -> finding.code() == ErrorCode.RELATION_KIND))
                .toList();
        return findings.addAll(PublicationRules.of(config.replication(), publication(session), publishable, owned));
    }

    private PublicationRules.Facts publication(Connection session) throws SQLException {
        try (PreparedStatement query = session.prepareStatement(PUBLICATION)) {
            query.setString(1, Publication.OURS);
            query.setString(2, config.replication().publication());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new PublicationRules.Facts(
                        row.getBoolean(1), row.getBoolean(2), row.getBoolean(3), row.getBoolean(4));
            }
        }
    }

    /** A walsender is opened and closed: only so one learns whether the user, pg_hba.conf and the network allow it. */
    private void replication() {
        sessions.replicationRefusal().ifPresent(state -> {
            boolean senders = findings.stream().anyMatch(f -> f.code() == ErrorCode.SENDERS_EXHAUSTED);
            if (!(state.equals("53300") && senders)) {
                findings.add(refusal(state));
            }
        });
    }

    private Finding refusal(String state) {
        String observed = "a replication connection refused with SQL state " + state;
        String place = sessions.place();
        if (state.equals("42501")) {
            return new Finding(
                    ErrorCode.REPLICATION_PRIVILEGE,
                    place,
                    "no REPLICATION attribute",
                    "a user that may use replication",
                    "ALTER ROLE … REPLICATION, or what the managed service has for it");
        }
        if (state.equals("53300")) {
            return new Finding(
                    ErrorCode.SENDERS_EXHAUSTED, place, observed, "a free WAL sender", "raise max_wal_senders");
        }
        if (state.startsWith("28")) {
            return new Finding(
                    ErrorCode.SOURCE_AUTHENTICATION,
                    place,
                    observed,
                    "a pg_hba.conf entry that admits the user's replication connections to this database",
                    "add it and reload the server");
        }
        return PoolerProbe.finding(place, observed);
    }

    private void pooler() {
        Supplier<List<Finding>> probe = () -> sessions.ask("asking for a pooler", first -> {
            try (Connection second = sessions.openControl(PostgresSessions.CONTROL)) {
                return PoolerProbe.probe(sessions.place(), first, second);
            }
        });
        List<Finding> found = collected(probe).orElse(List.of());
        boolean known = findings.stream().anyMatch(f -> f.code() == ErrorCode.SOURCE_POOLER);
        if (!known) {
            findings.addAll(found);
        }
    }

    private <T> Optional<T> gather(String doing, PostgresSessions.Question<T> question) {
        return collected(() -> sessions.ask(doing, question));
    }

    private <T> Optional<T> collected(Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (HandoffException e) {
            findings.addAll(e.findings());
            return Optional.empty();
        }
    }

    private static boolean endsTheChecks(Finding finding) {
        return switch (finding.code()) {
            case SOURCE_UNREACHABLE, SOURCE_AUTHENTICATION, SOURCE_VERSION_UNSUPPORTED, CONFIG_INVALID -> true;
            default -> false;
        };
    }
}
