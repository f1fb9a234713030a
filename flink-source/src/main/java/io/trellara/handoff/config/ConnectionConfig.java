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
    @Override
    public String toString() {
        return url + " as " + username;
    }
}
