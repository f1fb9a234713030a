package io.trellara.handoff.config;

/**
 * One key of the configuration: all that the parser, the commented template and the reference need to know of it.
 *
 * @param key kebab case, sections by dots: {@code source.view-timeout}
 * @param presence whether it must be given
 * @param fallback the text used where it is not given; for {@link Presence#DERIVED} what it is derived from, for
 *     {@link Presence#REQUIRED} an example
 * @param secret whether its value is masked wherever the configuration is printed
 * @param description effect, and what to watch
 */
public record Option<T>(
        String key, OptionType<T> type, Presence presence, String fallback, boolean secret, String description) {
    /** Whether a value must be given. */
    public enum Presence {
        REQUIRED,
        DEFAULTED,
        /** Absent until given; whoever assembles the configuration derives it from other keys. */
        DERIVED
    }

    /** An option that every configuration must give. */
    public static <T> Option<T> required(String key, OptionType<T> type, String example, String description) {
        return new Option<>(key, type, Presence.REQUIRED, example, false, description);
    }

    /** An option with a default, written as the operator would write it. */
    public static <T> Option<T> of(String key, OptionType<T> type, String fallback, String description) {
        return new Option<>(key, type, Presence.DEFAULTED, fallback, false, description);
    }

    /** An option that is derived from others where it is not given; {@code from} says how. */
    public static <T> Option<T> derived(String key, OptionType<T> type, String from, String description) {
        return new Option<>(key, type, Presence.DERIVED, from, false, description);
    }

    /** The same option, masked wherever it is printed. */
    public Option<T> asSecret() {
        return new Option<>(key, type, presence, fallback, true, description);
    }

    /** The part before the first dot. */
    public String section() {
        return key.substring(0, key.indexOf('.'));
    }

    /** The part after the first dot. */
    public String name() {
        return key.substring(key.indexOf('.') + 1);
    }
}
