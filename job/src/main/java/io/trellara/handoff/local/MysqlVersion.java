package io.trellara.handoff.local;

/** The MySQL versions that embedded servers come in: the oldest that is supported, and a current one. */
public enum MysqlVersion {
    V8_0("8.0"),
    V9_7("9.7");

    private final String number;

    MysqlVersion(String number) {
        this.number = number;
    }

    /** As in the names of folders and messages. */
    public String number() {
        return number;
    }

    /** Replication says source and replica since 8.0.26; before it said other words. */
    boolean saysReplica() {
        return this != V8_0;
    }
}
