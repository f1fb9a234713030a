package io.trellara.handoff.report;

import java.time.Instant;
import java.util.List;

/**
 * What a report says beside the evidence.
 *
 * @param now when it is made
 * @param source kind and place of the source, without user or password
 * @param target of the target
 * @param versions of what made it, as texts
 */
public record ReportContext(Instant now, Side source, Side target, List<String> versions) {
    public ReportContext {
        versions = List.copyOf(versions);
    }

    /** A database. */
    public record Side(String kind, String place) {
        /** By its JDBC URL; parameters are left out. */
        public static Side of(String kind, String url) {
            int parameters = url.indexOf('?');
            String bare = parameters < 0 ? url : url.substring(0, parameters);
            int slashes = bare.indexOf("//");
            return new Side(kind, slashes < 0 ? bare : bare.substring(slashes + 2));
        }

        String name() {
            return switch (kind) {
                case "postgresql" -> "PostgreSQL";
                case "mysql" -> "MySQL";
                default -> kind;
            };
        }
    }
}
