package io.trellara.handoff.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One kind of change that the writers make.
 *
 * @param kind what it does to a row
 * @param weight how often it is chosen, relative to the others
 * @param sql the statement; every parameter is text and cast in it
 * @param parameters draw the parameters, in order
 */
record ShopChange(Kind kind, int weight, String sql, List<Parameter> parameters) {
    /** What a change does to a row. */
    enum Kind {
        INSERT,
        UPDATE,
        /** Leaves the large values of the row as they are. */
        UPDATE_SMALL,
        DELETE,
        MOVE_KEY;

        /** In words. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Draws one parameter, or those of a composite key; nulls may be among them. */
    interface Parameter {
        List<@Nullable String> draw(ShopDraw draw);
    }

    ShopChange {
        parameters = List.copyOf(parameters);
    }

    /** Applies it once; returns the rows changed. */
    int apply(Connection connection, ShopDraw draw) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int position = 0;
            for (Parameter parameter : parameters) {
                for (String text : parameter.draw(draw)) {
                    statement.setString(++position, text);
                }
            }
            return statement.executeUpdate();
        }
    }
}
