package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes down, in the target itself, every row that is written to workload tables, in the transaction that writes it: a
 * recording sink behind the real one. A row that arrives twice is there twice, even where it is the same row.
 */
public final class TargetJournal {
    private static final String CREATE =
            "CREATE TABLE public.journal" + " (relation varchar(64), op varchar(10), id varchar(100), version bigint)";

    private final ConnectionConfig target;

    private TargetJournal(ConnectionConfig target) {
        this.target = target;
    }

    /** Creates the tables at the target, with the journal's triggers on them. */
    public static TargetJournal install(ConnectionConfig target, List<WorkloadTable> tables) throws SQLException {
        return install(target.kind(), target, tables);
    }

    /** The same, for rows from a source of another kind. */
    public static TargetJournal install(DatabaseKind source, ConnectionConfig target, List<WorkloadTable> tables)
            throws SQLException {
        TestServer.execute(target, CREATE);
        for (WorkloadTable table : tables) {
            TestServer.execute(target, table.ddl(source, target.kind()));
            switch (target.kind()) {
                case POSTGRESQL -> postgres(target, table);
                case MYSQL -> mysql(target, table);
            }
        }
        return new TargetJournal(target);
    }

    private static void postgres(ConnectionConfig target, WorkloadTable table) throws SQLException {
        String name = table.relation().quoted();
        TestServer.execute(
                target,
                """
                CREATE OR REPLACE FUNCTION public.journal() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO public.journal VALUES (TG_TABLE_NAME, TG_OP,
                        CASE TG_OP WHEN 'DELETE' THEN OLD.id::text ELSE NEW.id::text END,
                        CASE TG_OP WHEN 'DELETE' THEN OLD.version ELSE NEW.version END);
                    RETURN NULL;
                END $$""",
                "CREATE TRIGGER journal AFTER INSERT OR UPDATE OR DELETE ON " + name
                        + " FOR EACH ROW EXECUTE FUNCTION public.journal()",
                "ALTER TABLE " + name + " ENABLE ALWAYS TRIGGER journal");
    }

    private static void mysql(ConnectionConfig target, WorkloadTable table) throws SQLException {
        for (String op : List.of("INSERT", "UPDATE", "DELETE")) {
            String row = op.equals("DELETE") ? "OLD" : "NEW";
            TestServer.execute(
                    target,
                    "CREATE TRIGGER journal_" + op + "_" + table.relation().name() + " AFTER " + op + " ON "
                            + table.relation().quoted() + " FOR EACH ROW INSERT INTO public.journal VALUES ('"
                            + table.relation().name() + "', '" + op + "', " + row + ".id, " + row + ".version)");
        }
    }

    /** Rows written, over all relations. */
    public long written() throws SQLException {
        return count("SELECT count(*) FROM public.journal WHERE relation <> ?", "");
    }

    /** (key, version) pairs of a relation that were written more than once, or deletes that hit twice. */
    public long writtenTwice(Relation relation) throws SQLException {
        return count("""
                SELECT count(*) FROM (
                    SELECT 1 FROM public.journal WHERE relation = ?
                    GROUP BY id, version, op = 'DELETE' HAVING count(*) > 1) twice
                """, relation.name());
    }

    private long count(String query, String relation) throws SQLException {
        try (Connection connection = TestServer.open(target);
                PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, relation);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
