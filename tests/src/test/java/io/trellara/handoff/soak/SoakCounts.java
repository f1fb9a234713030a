package io.trellara.handoff.soak;

/** What has happened in all rounds. One thread. */
final class SoakCounts {
    private int kills;
    private int restarts;
    private long changes;

    void killed() {
        kills++;
    }

    void serverRestarted() {
        restarts++;
    }

    void changed(long number) {
        changes += number;
    }

    @Override
    public String toString() {
        return kills + " kills, " + restarts + " server restarts, " + changes + " changes";
    }
}
