package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.BinlogPosition.Witness;
import io.trellara.handoff.model.Gtid;
import io.trellara.handoff.model.GtidSet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Opens connections of one stream, each time behind what it has received: makes sure that the server is the run's,
 * holds all that was received from it, and still has all that comes next (R8).
 */
final class BinlogOpening {
    /** Ids of our own, away from the small ones that people give. */
    private static final int LOWEST_ID = 0x4000_0000;

    private static final String FACTS =
            "SELECT @@GLOBAL.server_uuid, @@GLOBAL.gtid_mode, @@GLOBAL.binlog_checksum, @@GLOBAL.gtid_purged,"
                    + " @@GLOBAL.gtid_executed";

    private final BinlogSource source;
    private final long serverId;
    private final String clientUuid = UUID.randomUUID().toString();

    BinlogOpening(BinlogSource source) {
        this.source = source;
        this.serverId = ThreadLocalRandom.current().nextInt(LOWEST_ID, Integer.MAX_VALUE);
    }

    /**
     * A connection whose next answers are events.
     *
     * @param connection where the log is asked for
     * @param checksum whether events end in one
     * @param again whether the last transaction is handed out once more
     */
    record Opened(BinlogConnection connection, boolean checksum, boolean again) {}

    /**
     * Asks for the log behind {@code from}, and where the server still has it for the last transaction once more.
     *
     * @throws HandoffException SOURCE_CHANGED, BINLOG_PURGED, SOURCE_AUTHENTICATION, or STREAM_FAILED
     */
    Opened open(GtidSet from, Optional<Witness> last) throws IOException {
        BinlogConnection connection =
                BinlogConnection.open(source.address(), source.timing().silence());
        try {
            List<String> facts = agree(connection, from);
            GtidSet purged = GtidSet.parse(facts.get(3));
            Optional<Gtid> again = last.map(Witness::gtid).filter(gtid -> !purged.contains(gtid));
            connection.dump(
                    serverId, again.map(gtid -> from.subtract(GtidSet.of(gtid))).orElse(from));
            return new Opened(connection, !facts.get(2).equals("NONE"), again.isPresent());
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private List<String> agree(BinlogConnection connection, GtidSet from) throws IOException {
        List<String> facts = connection.row(FACTS);
        if (!source.accepted().test(facts.get(0))) {
            throw BinlogFailures.otherServer("server " + facts.get(0), "the server that the run is bound to");
        }
        if (!facts.get(1).equals("ON")) {
            throw BinlogFailures.unknown("gtid_mode " + facts.get(1));
        }
        requireHistory(connection, from, facts);
        long nanos = source.timing().heartbeat().toNanos();
        connection.execute("SET @source_heartbeat_period = " + nanos + ", @master_heartbeat_period = " + nanos);
        connection.execute("SET @source_binlog_checksum = @@GLOBAL.binlog_checksum,"
                + " @master_binlog_checksum = @@GLOBAL.binlog_checksum");
        connection.execute("SET @replica_uuid = '" + clientUuid + "', @slave_uuid = '" + clientUuid + "'");
        return facts;
    }

    /** A replica that lags is waited for. */
    private void requireHistory(BinlogConnection connection, GtidSet from, List<String> facts) throws IOException {
        if (!from.covers(GtidSet.parse(facts.get(3)))) {
            throw BinlogFailures.purged("transactions behind the run's position purged");
        }
        if (GtidSet.parse(facts.get(4)).covers(from)) {
            return;
        }
        long seconds = Math.max(1, source.timing().silence().toSeconds() / 2);
        List<String> waited = connection.row("SELECT WAIT_FOR_EXECUTED_GTID_SET('" + from + "', " + seconds + ")");
        if (!waited.equals(List.of("0"))) {
            throw BinlogFailures.sourceChanged(
                    "a server that lacks transactions of the run's position", "a server that has all of them");
        }
    }
}
