package io.trellara.handoff.local;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import org.jspecify.annotations.Nullable;

/** Makes the one error of this package (EMBEDDED_SERVER). */
final class ServerFailure {
    private ServerFailure() {}

    static HandoffException of(PostgresVersion version, String observed, @Nullable Throwable cause) {
        return of("embedded PostgreSQL " + version.major(), observed, cause);
    }

    static HandoffException of(MysqlVersion version, String observed, @Nullable Throwable cause) {
        return of("embedded MySQL " + version.number(), observed, cause);
    }

    private static HandoffException of(String server, String observed, @Nullable Throwable cause) {
        Finding finding = new Finding(
                ErrorCode.EMBEDDED_SERVER,
                server,
                observed,
                "a server that starts, answers and is the one just started",
                "look at the observed reason; free disk space, memory and user namespaces are the usual ones");
        return new HandoffException(finding, cause);
    }
}
