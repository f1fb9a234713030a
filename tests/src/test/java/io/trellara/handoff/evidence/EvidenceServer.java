package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.SQLException;
import java.util.Map;

/** A server that evidence is kept at, of any kind; ends with its test class. */
interface EvidenceServer extends AutoCloseable {
    /** The servers that evidence is tested with. */
    enum Kind {
        POSTGRESQL,
        MYSQL,
        OLD_MYSQL
    }

    /** Starts one that does not wait for its disk. */
    static EvidenceServer start(Kind kind) {
        return switch (kind) {
            case POSTGRESQL -> new Postgres(EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of("fsync", "off")));
            case MYSQL -> new Mysql(EmbeddedMysqlServer.start(MysqlVersion.V9_7, Mysql.HASTY));
            case OLD_MYSQL -> new Mysql(EmbeddedMysqlServer.start(MysqlVersion.V8_0, Mysql.HASTY));
        };
    }

    /** A new database in which there is nothing of Trellara's; on MySQL what there was on the server is gone. */
    ConnectionConfig newDatabase(String name) throws SQLException;

    /** A database that is always there. */
    ConnectionConfig anyDatabase();

    int port();

    /** Kills the server and starts it again. */
    void crash();

    /** Ends the sessions of stores. */
    void endSessions() throws SQLException;

    @Override
    void close();

    /** PostgreSQL: a schema in each database. */
    record Postgres(EmbeddedPostgresServer server) implements EvidenceServer {
        @Override
        public ConnectionConfig newDatabase(String name) throws SQLException {
            new EvidenceDatabase(anyDatabase()).execute("CREATE DATABASE " + name);
            return server.connection(name);
        }

        @Override
        public ConnectionConfig anyDatabase() {
            return server.connection("postgres");
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public void crash() {
            server.stop(EmbeddedPostgresServer.StopMode.IMMEDIATE);
            server.startAgain();
        }

        @Override
        public void endSessions() throws SQLException {
            new EvidenceDatabase(anyDatabase())
                    .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE"
                            + " 'trellara-handoff%'");
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** MySQL: one database for the server. */
    record Mysql(EmbeddedMysqlServer server) implements EvidenceServer {
        static final Map<String, String> HASTY = Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2");

        @Override
        public ConnectionConfig newDatabase(String name) throws SQLException {
            new EvidenceDatabase(anyDatabase()).execute("DROP DATABASE IF EXISTS trellara", "CREATE DATABASE " + name);
            return server.connection(name);
        }

        @Override
        public ConnectionConfig anyDatabase() {
            return server.connection("");
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public void crash() {
            server.kill();
            server.startAgain();
        }

        @Override
        public void endSessions() throws SQLException {
            EvidenceDatabase any = new EvidenceDatabase(anyDatabase());
            for (String id : any.column("SELECT processlist_id FROM performance_schema.session_connect_attrs"
                    + " WHERE attr_name = 'program_name' AND attr_value LIKE 'trellara-handoff%'")) {
                any.execute("KILL " + id);
            }
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
