package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.KeptLogSession;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.LogSession;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TimelineEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** PostgreSQL 14 and later as a source. Holds no connection; every part opens its own. */
public final class PostgresDialect implements Dialect {
    private static final String READING_LOG = "reading the log's size";

    private final SourceConfig config;
    private final PostgresSessions sessions;
    private final PostgresSlot slot;
    private final Publication publication;
    private final ViewOpening views;

    public PostgresDialect(SourceConfig config) {
        this(config, new PostgresSessions(config));
    }

    private PostgresDialect(SourceConfig config, PostgresSessions sessions) {
        this(config, sessions, new SnapshotSettling(sessions));
    }

    /** With another idea of when a view may be read, for the test that shows what settling prevents (R12). */
    PostgresDialect(SourceConfig config, PostgresSessions sessions, Settling settling) {
        this.config = config;
        this.sessions = sessions;
        this.slot = new PostgresSlot(sessions, config);
        this.publication = new Publication(sessions, config);
        this.views = new ViewOpening(sessions, config, settling);
    }

    @Override
    public List<Finding> check() {
        return new PostgresChecks(sessions, config).check();
    }

    @Override
    public Identity identity() {
        return sessions.ask("reading the server's identity", ServerIdentity::read);
    }

    @Override
    public Lsn currentPosition(String identity, Position reached) {
        return sessions.ask("reading the log's end", session -> {
            ServerIdentity.require(session, identity);
            return LogEnd.read(session);
        });
    }

    @Override
    public Lsn visibleEnd(String identity, Position reached) {
        return sessions.ask("reading the log's end", session -> {
            ServerIdentity.require(session, identity);
            return LogEnd.visible(session, new Deadline(config.limits().viewTimeoutMillis()));
        });
    }

    @Override
    public Optional<LogReading> readLog(String identity, Position reached) {
        return Optional.of(sessions.ask(READING_LOG, session -> readLog(session, identity, reached)));
    }

    @Override
    public LogSession openLog(String identity) {
        return new KeptLogSession(
                () -> sessions.openImpatient(PostgresSessions.CONTROL, KeptLogSession.PATIENCE_SECONDS),
                (session, reached) -> readLog(session, identity, reached),
                e -> SourceFailure.of(ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), READING_LOG, e));
    }

    private LogReading readLog(Connection session, String identity, Position reached) throws SQLException {
        ServerIdentity.require(session, identity);
        return SlotLog.read(session, config.replication().slot(), Lsn.of(reached));
    }

    @Override
    public List<TimelineEnd> history(Identity now) {
        return TimelineHistory.read(sessions, now);
    }

    @Override
    public void ensurePublication() {
        publication.ensure();
    }

    @Override
    public Optional<SlotStatus> slot() {
        return slot.status();
    }

    @Override
    public void dropSlot() {
        slot.drop();
    }

    @Override
    public void requireLog(Position position) {
        SlotStatus.require(slot(), config.replication().slot(), position);
    }

    @Override
    public View openMainView(String identity, WaitListener waits) {
        var replication = config.replication();
        return views.open(identity, new SlotCommand(replication.slot(), false, replication.failover()), waits);
    }

    @Override
    public View openView(String identity, WaitListener waits) {
        return views.open(identity, new SlotCommand(config.replication().slot(), true, false), waits);
    }

    @Override
    public List<RelationSchema> readSchemas(ViewTicket view) {
        try (ViewTransaction transaction = ViewTransaction.begin(sessions, config, view)) {
            List<RelationFacts> facts = transaction.enter(config.relations());
            List<Finding> findings = new ArrayList<>(structure(facts));
            facts.forEach(f -> findings.addAll(RelationRules.publication(f)));
            return schemas(facts, findings);
        }
    }

    @Override
    public List<RelationSchema> presentSchemas() {
        List<RelationFacts> facts = facts(config.relations());
        List<Finding> findings = new ArrayList<>(RelationRules.missing(config.relations(), facts));
        findings.addAll(structure(facts));
        return schemas(facts, findings);
    }

    @Override
    public List<Finding> checkContract(List<RelationSchema> contract) {
        List<Relation> relations =
                contract.stream().map(RelationSchema::relation).toList();
        // The server answers questions about publications with the newest catalog, whatever the snapshot: a change that
        // commits in between looks like another one. What is found at a second look is what is there.
        return Contract.differences(contract, facts(relations)).isEmpty()
                ? List.of()
                : Contract.differences(contract, facts(relations));
    }

    @Override
    public List<String> contractTexts() {
        return facts(config.relations()).stream().map(RelationFacts::material).toList();
    }

    @Override
    public List<KeyRange> planChunks(ViewTicket view, RelationSchema schema, long rows) {
        try (ViewTransaction transaction = ViewTransaction.begin(sessions, config, view)) {
            return ranges(transaction.session(), transaction.enter(List.of(schema.relation())), schema, rows);
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.VIEW_LOST, schema.relation().toString(), "planning chunks", e);
        }
    }

    @Override
    public List<KeyRange> planChunks(RelationSchema schema, long rows) {
        List<RelationFacts> facts = facts(List.of(schema.relation()));
        return sessions.ask("planning chunks of " + schema.relation(), session -> ranges(session, facts, schema, rows));
    }

    private static List<KeyRange> ranges(
            Connection session, List<RelationFacts> facts, RelationSchema schema, long rows) throws SQLException {
        List<Finding> differences = Contract.differences(List.of(schema), facts);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
        return new ChunkPlan(session, facts.get(0)).ranges(rows);
    }

    @Override
    public ViewSession importView(ViewTicket view, List<RelationSchema> contract) {
        return PostgresViewSession.open(sessions, config, view, contract);
    }

    @Override
    public ComparedView openComparedView(String identity, List<RelationSchema> contract, WaitListener waits) {
        requireAgreed(contract);
        SlotCommand own = new SlotCommand(config.replication().slot(), true, false);
        StreamStart run = new StreamOpening(sessions, config, identity);
        return new PostgresComparedView(
                views.open(identity, own, waits),
                view -> new ViewStreamStart(
                        run,
                        view.exporter(),
                        view.ticket(),
                        new StreamSource(
                                own.slot(view.ticket().session()),
                                config.replication().publication())),
                this::requireAgreed);
    }

    private void requireAgreed(List<RelationSchema> contract) {
        List<Finding> differences = checkContract(contract);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
    }

    @Override
    public ComparedSession openComparedSession(
            String identity, ViewTicket view, List<RelationSchema> contract, WaitListener waits) {
        return PostgresComparedSession.open(sessions, config, identity, view, contract);
    }

    @Override
    public ChangeStream openStream(String identity, Position from, List<RelationSchema> contract) {
        return PostgresChangeStream.open(new StreamOpening(sessions, config, identity), Lsn.of(from), contract);
    }

    @Override
    public RowLookup openLookup(String identity) {
        return PostgresLookup.open(sessions, config, identity);
    }

    private List<RelationFacts> facts(List<Relation> relations) {
        return sessions.ask(
                "reading the catalog",
                session -> new Catalog(session, config.replication().publication()).read(relations));
    }

    private static List<Finding> structure(List<RelationFacts> facts) {
        List<Finding> findings = new ArrayList<>();
        for (RelationFacts f : facts) {
            findings.addAll(RelationRules.shape(f));
            findings.addAll(RelationRules.identity(f));
        }
        return findings;
    }

    private static List<RelationSchema> schemas(List<RelationFacts> facts, List<Finding> findings) {
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
        return facts.stream().map(RelationFacts::schema).toList();
    }
}
