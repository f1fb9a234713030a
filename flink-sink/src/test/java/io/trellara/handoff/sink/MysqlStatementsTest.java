package io.trellara.handoff.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MysqlStatementsTest {
    private static final String TEXT = "varchar(9) COLLATE latin1_swedish_ci";
    private static final RelationSchema ODD = Lines.schema(
            List.of(1, 0),
            Lines.column("a`b", TEXT, false),
            Lines.column("Id", "decimal(10,2)", false),
            Lines.column("m", "varbinary(9)", true));
    private static final MysqlStatements SQL = new MysqlStatements(
            ODD,
            RelationMapping.of(DatabaseKind.MYSQL, DatabaseKind.MYSQL, TargetVersion.CURRENT, ODD)
                    .into(ODD.columns().stream().map(Column::type).toList()),
            ODD.columns().stream().map(c -> MysqlCell.of(c.type())).toList(),
            "PRIMARY",
            true);

    @Test
    void loadsWhatIsTextAndMakesTheRest() {
        assertThat(SQL.load())
                .endsWith("INTO TABLE `public`.`items` CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t'"
                        + " ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (`a``b`, `Id`, @c2)"
                        + " SET `m` = UNHEX(SUBSTR(@c2, 3))");
    }

    @Test
    void writesRowsAsLiteralsOfTheSameText() {
        SqlText sql = new SqlText();
        SQL.row(line("it's \\\\\\f\0\t1.50\t\\\\x00ff"), sql);
        assertThat(sql.text()).isEqualTo("('it\\'s \\\\\f\\0', '1.50', UNHEX(SUBSTR('\\\\x00ff', 3)))");
        sql.clear();
        SQL.row(line("\\\\N\t\\N\t\\N"), sql);
        assertThat(sql.text()).isEqualTo("('\\\\N', NULL, NULL)");
    }

    @Test
    void comparesKeysInTheirColumnsOwnTypeAndCollation() {
        SqlText sql = new SqlText();
        SQL.key(line("1.50\tb"), sql);
        assertThat(sql.text())
                .isEqualTo("(t.`Id` = CAST('1.50' AS DECIMAL(10,2))"
                        + " AND t.`a``b` = CONVERT('b' USING latin1) COLLATE latin1_swedish_ci)");
    }

    @Test
    void deletesTheFirstRowsOfARangeInTheOrderOfTheKey() {
        KeyRange range = KeyRange.of(Optional.of(new Key(List.of("1.00", "x"))), Optional.empty());
        String x = "CONVERT('x' USING latin1) COLLATE latin1_swedish_ci";
        assertThat(SQL.deleteFirst(range, 7))
                .isEqualTo("DELETE FROM `public`.`items` WHERE (`Id` > CAST('1.00' AS DECIMAL(10,2))"
                        + " OR (`Id` = CAST('1.00' AS DECIMAL(10,2)) AND (`a``b` > " + x
                        + "))) ORDER BY `Id`, `a``b` LIMIT 7");
        assertThat(SQL.deleteFirst(KeyRange.ALL, 7)).isEqualTo("DELETE FROM `public`.`items` LIMIT 7");
    }

    @Test
    void namesColumnsAndIndexesOutOfMessagesAndNoValues() {
        assertThat(MysqlMessage.names(ODD, said("Data too long for column 'Id' at row 1")))
                .isEqualTo(" column Id");
        assertThat(MysqlMessage.names(ODD, said("Incorrect value: 'column 'secret'' for column 'm' at row 1")))
                .isEqualTo(" column m");
        assertThat(MysqlMessage.names(ODD, said("Duplicate entry 'for key 'x'' for key 'items.PRIMARY'")))
                .isEqualTo(" index items.PRIMARY");
        assertThat(MysqlMessage.names(ODD, said("Incorrect value: 'secret'"))).isEmpty();
    }

    private static SQLException said(String message) {
        return new SQLException(message, "HY000", 1366);
    }

    private static CopyLine line(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new CopyLine(bytes, 0, bytes.length);
    }
}
