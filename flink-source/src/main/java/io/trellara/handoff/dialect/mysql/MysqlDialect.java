package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.KeptLogSession;
import io.trellara.handoff.dialect.KeyOrdering;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.LogSession;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.TimelineEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * MySQL 8.0.11 and later as a source. Holds no connection; every part opens its own. Views cannot be shared there: each
 * reader opens its own under a brief lock (design §5). The log is kept by age, so nothing is left at the source.
 */
public final class MysqlDialect implements Dialect {
    private static final String READING_LOG = "reading the log's size";

    private final SourceConfig config;
    private final MysqlSessions sessions;

    public MysqlDialect(SourceConfig config) {
        this.config = config;
        this.sessions = new MysqlSessions(config.connection(), config.run().toString());
    }

    @Override
    public List<Finding> check() {
        return new MysqlChecks(
                        sessions, config.relations(), config.limits().locks().strategy())
                .check();
    }

    @Override
    public Identity identity() {
        return sessions.ask("reading the server's identity", MysqlIdentity::read);
    }

    @Override
    public BinlogPosition currentPosition(String identity, Position reached) {
        return sessions.ask("reading the executed transactions", session -> {
            MysqlIdentity.require(session, identity);
            ExecutedGtids.await(session, BinlogPosition.of(reached).gtids(), viewTimeout());
            return BinlogPosition.of(ExecutedGtids.read(session));
        });
    }

    @Override
    public Optional<LogReading> readLog(String identity, Position reached) {
        return Optional.of(sessions.ask(READING_LOG, session -> readLog(session, identity, reached)));
    }

    @Override
    public LogSession openLog(String identity) {
        return new KeptLogSession(
                () -> sessions.openImpatient(MysqlSessions.CONTROL, KeptLogSession.PATIENCE_SECONDS),
                (session, reached) -> readLog(session, identity, reached),
                e -> MysqlFailure.of(ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), READING_LOG, e));
    }

    private static LogReading readLog(Connection session, String identity, Position reached) throws SQLException {
        MysqlIdentity.require(session, identity);
        return ServerLog.read(session, Identity.parse(identity), BinlogPosition.of(reached));
    }

    @Override
    public List<TimelineEnd> history(Identity now) {
        return sessions.ask("reading what was executed", session -> MysqlSuccession.history(session, now));
    }

    @Override
    public void ensurePublication() {
        // The binary log holds everything.
    }

    @Override
    public Optional<SlotStatus> slot() {
        return Optional.empty();
    }

    @Override
    public void dropSlot() {
        // There is none.
    }

    @Override
    public void requireLog(Position position) {
        GtidSet purged = sessions.ask("reading what is purged", ExecutedGtids::purged);
        if (!BinlogPosition.of(position).gtids().covers(purged)) {
            throw BinlogFailures.purged("transactions behind the run's position purged");
        }
    }

    @Override
    public boolean sharesViews() {
        return false;
    }

    /** A view to plan by: while it is open, no relation can be altered. */
    @Override
    public View openMainView(String identity, WaitListener waits) {
        return new PlanView(opening().open(identity, config.relations(), waits), identity);
    }

    @Override
    public View openView(String identity, WaitListener waits) {
        return openMainView(identity, waits);
    }

    @Override
    public OwnView openOwnView(OwnView.Order order, WaitListener waits) {
        GtidSet floor = BinlogPosition.of(order.floor()).gtids();
        return new MysqlViewSession(
                opening().above(floor).open(order.identity(), order.relations(), waits), order.identity());
    }

    @Override
    public ComparedView openComparedView(String identity, List<RelationSchema> contract, WaitListener waits) {
        BinlogPosition from = currentPosition(identity, BinlogPosition.of(GtidSet.EMPTY));
        List<Finding> differences = checkContract(contract);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
        int name = RandomGenerator.getDefault().nextInt();
        ViewTicket ticket = new ViewTicket("", from, identity, name);
        return new MysqlComparedView(
                ticket,
                sessions.ask("asking in which order it commits", ExecutedGtids::inLogOrder),
                agreed -> openStream(identity, from, agreed),
                new LockWaiters(sessions, Duration.ofMillis(config.limits().ddlWaitMillis())),
                comparers(ticket).programName(MysqlSessions.VIEW));
    }

    @Override
    public ComparedSession openComparedSession(
            String identity, ViewTicket view, List<RelationSchema> contract, WaitListener waits) {
        List<Relation> relations =
                contract.stream().map(RelationSchema::relation).toList();
        GtidSet floor = BinlogPosition.of(view.boundary()).gtids();
        LockedView own = opening(comparers(view)).above(floor).open(identity, relations, waits);
        return new MysqlComparedSession(new MysqlViewSession(own, identity));
    }

    /** Flushing a table waits until no view has it open, and everybody else waits behind that. */
    @Override
    public int ownViewsAtOnce() {
        return config.limits().locks().strategy() == LockStrategy.FLUSH_TABLES ? 1 : Integer.MAX_VALUE;
    }

    @Override
    public OwnView.Watch watchOwnViews() {
        return new LockWaiters(sessions, Duration.ofMillis(config.limits().ddlWaitMillis()));
    }

    /** Sessions of one comparison, under a name of their own. */
    private MysqlSessions comparers(ViewTicket view) {
        return new MysqlSessions(
                config.connection(), config.run() + " compare-" + Integer.toUnsignedString(view.session()));
    }

    private LockedViewOpening opening() {
        return opening(sessions);
    }

    private LockedViewOpening opening(MysqlSessions through) {
        SourceConfig.Locks locks = config.limits().locks();
        LockLimits limits = new LockLimits(locks.strategy(), Duration.ofMillis(locks.waitMillis()), viewTimeout());
        return new LockedViewOpening(through, limits, new LockPauses(RandomGenerator.getDefault()), System::nanoTime);
    }

    private Duration viewTimeout() {
        return Duration.ofMillis(config.limits().viewTimeoutMillis());
    }

    @Override
    public List<RelationSchema> readSchemas(ViewTicket view) {
        return presentSchemas();
    }

    @Override
    public List<RelationSchema> presentSchemas() {
        List<MysqlRelation> present = present(config.relations());
        List<Finding> findings = new ArrayList<>(MysqlRelationRules.missing(config.relations(), present));
        present.forEach(relation -> findings.addAll(MysqlRelationRules.shape(relation)));
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
        try (KeyCollations collations = new KeyCollations(sessions, identity().text())) {
            return present.stream()
                    .map(MysqlRelation::schema)
                    .map(collations::checked)
                    .toList();
        }
    }

    @Override
    public KeyOrdering openKeyOrdering(String identity) {
        return new KeyCollations(sessions, identity);
    }

    @Override
    public List<Finding> checkContract(List<RelationSchema> contract) {
        List<Relation> relations =
                contract.stream().map(RelationSchema::relation).toList();
        return MysqlContract.differences(contract, present(relations));
    }

    @Override
    public List<String> contractTexts() {
        return present(config.relations()).stream().map(MysqlRelation::material).toList();
    }

    private List<MysqlRelation> present(List<Relation> relations) {
        return sessions.ask("reading the catalog", session -> new MysqlCatalog(session).read(relations));
    }

    @Override
    public List<KeyRange> planChunks(ViewTicket view, RelationSchema schema, long rows) {
        return planChunks(schema, rows);
    }

    /** Walks along the whole index, which takes its time: over a session without a limit on answers. */
    @Override
    public List<KeyRange> planChunks(RelationSchema schema, long rows) {
        String doing = "planning chunks of " + schema.relation();
        return sessions.askAtLength(doing, session -> ranges(session, schema, rows));
    }

    private static List<KeyRange> ranges(Connection session, RelationSchema schema, long rows) throws SQLException {
        List<MysqlRelation> present = new MysqlCatalog(session).read(List.of(schema.relation()));
        List<Finding> differences = MysqlContract.differences(List.of(schema), present);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
        return new KeysetPlan(session, ChunkTable.read(session, schema, present.get(0))).ranges(rows);
    }

    @Override
    public ViewSession importView(ViewTicket view, List<RelationSchema> contract) {
        throw HandoffException.bug("source", "an import of a view", "a view of the reader's own");
    }

    @Override
    public ChangeStream openStream(String identity, Position from, List<RelationSchema> contract) {
        BinlogContract log = sessions.ask("reading the columns", session -> {
            MysqlIdentity.require(session, identity);
            return new BinlogTables().contract(session, contract);
        });
        BinlogSource source = BinlogSource.of(BinlogAddress.of(config.connection()), Identity.parse(identity));
        return MysqlChangeStream.open(source, log, BinlogPosition.of(from));
    }

    /** Row images are whole in the log (preflight requires it), so nothing is ever looked up. */
    @Override
    public RowLookup openLookup(String identity) {
        throw HandoffException.bug("source", "a look-up of a row", "whole row images in the log");
    }
}
