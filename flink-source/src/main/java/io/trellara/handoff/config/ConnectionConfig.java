package io.trellara.handoff.config;

import java.io.Serializable;

/**
 * How to reach a database.
 *
 * @param url a JDBC URL; holds no password
 * @param username the user
 * @param password the password; never printed
 */
public record ConnectionConfig(String url, String username, String password) implements Serializable {
    /** The kind of database that the URL leads to; {@link OptionType#url} lets no other URL in. */
    public DatabaseKind kind() {
        return DatabaseKind.of(url)
                .orElseThrow(() -> new IllegalStateException("a URL of no known kind of database: " + url));
    }

    @Override
    public String toString() {
        return url + " as " + username;
    }
}
