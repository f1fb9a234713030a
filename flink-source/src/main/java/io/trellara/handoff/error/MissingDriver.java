package io.trellara.handoff.error;

/** MySQL's own driver is not a part of this program (ADR 14): whoever uses MySQL adds it. */
public final class MissingDriver {
    private MissingDriver() {}

    /** @param code that of the database which cannot be reached without it */
    public static HandoffException mysql(ErrorCode code, NoClassDefFoundError cause) {
        return new HandoffException(
                new Finding(
                        code,
                        "com.mysql.cj.jdbc.Driver",
                        "not on the class path",
                        "MySQL's own driver, which is not a part of this program",
                        "put the jar of com.mysql:mysql-connector-j beside the job's; on a cluster, into its folder lib"),
                cause);
    }
}
