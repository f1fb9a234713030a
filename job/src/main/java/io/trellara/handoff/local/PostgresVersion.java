package io.trellara.handoff.local;

/** The PostgreSQL majors that embedded servers come in; {@link #V17} is the one on the class path. */
public enum PostgresVersion {
    V14(14),
    V16(16),
    V17(17),
    V18(18);

    private final int major;

    PostgresVersion(int major) {
        this.major = major;
    }

    public int major() {
        return major;
    }

    boolean onClassPath() {
        return this == V17;
    }

    /** ICU as a database's own locale provider came with 15. */
    boolean icuDatabases() {
        return major >= 15;
    }
}
