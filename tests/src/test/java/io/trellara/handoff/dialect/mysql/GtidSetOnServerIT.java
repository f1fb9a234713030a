package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our GTID sets against the server's own functions, tags included where it has them. */
final class GtidSetOnServerIT {
    private static final List<String> SERVERS =
            List.of("3e11fa47-71ca-11e1-9e33-c80aa9429562", "F0000000-0000-11E1-9E33-C80AA9429562");
    private static final List<String> TAGS = List.of("", "", ":a", ":Tag_2");
    private static final int TRIES = 400;
    private static final long SEED = 20_261_130;

    @ParameterizedTest
    @EnumSource
    void agreesWithTheServer(MysqlVersion version) throws SQLException {
        Random chance = new Random(SEED);
        try (MysqlTestServer server = MysqlTestServer.start(version);
                Connection session = MysqlTestServer.open(server.embedded().connection(""));
                PreparedStatement query = session.prepareStatement(
                        "SELECT GTID_SUBTRACT(concat(?, ',', ?), '')," + " GTID_SUBTRACT(?, ?), GTID_SUBSET(?, ?)")) {
            int tags = version == MysqlVersion.V9_7 ? TAGS.size() : 1;
            for (int i = 0; i < TRIES; i++) {
                String left = text(chance, tags);
                String right = text(chance, tags);
                List<String> parameters = List.of(left, right, left, right, right, left);
                for (int p = 0; p < parameters.size(); p++) {
                    query.setString(p + 1, parameters.get(p));
                }
                GtidSet a = GtidSet.parse(left);
                GtidSet b = GtidSet.parse(right);
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    String of = left + " and " + right;
                    assertThat(a.union(b).toString()).as(of).isEqualTo(plain(row.getString(1)));
                    assertThat(a.subtract(b).toString()).as(of).isEqualTo(plain(row.getString(2)));
                    assertThat(a.covers(b)).as(of).isEqualTo(row.getBoolean(3));
                    assertThat(a.intersect(b)).as(of).isEqualTo(a.subtract(a.subtract(b)));
                }
            }
        }
    }

    /** The server breaks lines behind commas. */
    private static String plain(String text) {
        return text.replace("\n", "");
    }

    private static String text(Random chance, int tags) {
        return IntStream.range(0, chance.nextInt(6))
                .mapToObj(i -> {
                    int from = 1 + chance.nextInt(12);
                    String interval = chance.nextBoolean() ? "" + from : from + "-" + (from + chance.nextInt(6));
                    return SERVERS.get(chance.nextInt(2)) + TAGS.get(chance.nextInt(tags)) + ":" + interval;
                })
                .collect(Collectors.joining(", "));
    }
}
