package io.trellara.handoff.config;

/** In which order a run copies and streams (design §4); fixed for a run. */
public enum Schedule {
    /** One wave with every chunk; the stream begins behind the handoff. */
    COPY_THEN_STREAM("copy-then-stream"),
    /** Many short waves on a running stream, which stands only at a wave's floor. */
    WOVEN("woven");

    private final String text;

    Schedule(String text) {
        this.text = text;
    }

    /** As configured, and as the evidence has it. */
    public String text() {
        return text;
    }
}
