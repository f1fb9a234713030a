package io.trellara.handoff.config;

import io.trellara.handoff.model.Relation;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a value is written and read.
 *
 * @param form what is admissible, with unit and bounds; completes "required …"
 * @param parser reads the written items (one, but for lists), or throws IllegalArgumentException; the message is not
 *     shown, since it could hold a secret
 */
public record OptionType<T>(String form, Function<List<String>, T> parser) {
    private static final Pattern IDENTIFIER = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /**
     * As either driver takes them: {@code user=}, {@code password=}, MySQL's {@code password1=}, or before an at-sign.
     */
    private static final Pattern CREDENTIALS =
            Pattern.compile("user\\s*=|password\\d?\\s*=|@", Pattern.CASE_INSENSITIVE);

    /** Any text. */
    public static OptionType<String> text() {
        return scalar("a text", text -> text);
    }

    /** A name that may stand in file names, slot names and evidence keys. */
    public static OptionType<String> name() {
        return scalar(
                "a name of up to 100 letters, digits, dots, dashes and underscores",
                text -> checked(text, NAME.matcher(text).matches()));
    }

    /** A lower-case identifier that PostgreSQL takes as a slot's and a publication's name. */
    public static OptionType<String> identifier() {
        return scalar(
                "a lower-case identifier of letters, digits and underscores, up to 63",
                text -> checked(text, IDENTIFIER.matcher(text).matches()));
    }

    /** A JDBC URL without user or password. */
    public static OptionType<String> url() {
        return scalar(
                "jdbc:postgresql://host:port/database or jdbc:mysql://host:port/database, without user or password in it,"
                        + " nor properties that change what the driver sends or answers (maxRows, sessionVariables, …)",
                text -> checked(text, isKnown(text) && !holdsCredentials(text) && !holdsOwn(text)));
    }

    /** {@code true} or {@code false}. */
    public static OptionType<Boolean> bool() {
        return scalar("true or false", text -> {
            checked(text, text.equals("true") || text.equals("false"));
            return Boolean.valueOf(text);
        });
    }

    /** A whole number. */
    public static OptionType<Long> count(long least, long most) {
        return scalar("a number from " + least + " to " + most, text -> {
            long value = Long.parseLong(text.replace("_", ""));
            checked(text, value >= least && value <= most);
            return value;
        });
    }

    /** A number of bytes, written {@code 64kb} or {@code 16mb}; units are powers of 1024. */
    public static OptionType<Long> size(String least, String most) {
        long from = Units.bytes(least);
        long to = Units.bytes(most);
        return scalar("a size such as 64kb or 16mb, from " + least + " to " + most, text -> {
            long value = Units.bytes(text);
            checked(text, value >= from && value <= to);
            return value;
        });
    }

    /** A time, written {@code 20ms}, {@code 10s}, {@code 5m} or {@code 1h}. */
    public static OptionType<Duration> duration(String least, String most) {
        Duration from = Units.duration(least);
        Duration to = Units.duration(most);
        return scalar("a duration such as 20ms, 10s or 5m, from " + least + " to " + most, text -> {
            Duration value = Units.duration(text);
            checked(text, value.compareTo(from) >= 0 && value.compareTo(to) <= 0);
            return value;
        });
    }

    /** One of an enum's constants, written in kebab case. */
    public static <E extends Enum<E>> OptionType<E> choice(Class<E> kind) {
        List<E> constants = Arrays.asList(kind.getEnumConstants());
        String form = constants.stream().map(OptionType::written).collect(Collectors.joining(", ", "one of ", ""));
        return scalar(
                form,
                text -> constants.stream()
                        .filter(constant -> written(constant).equals(text))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new));
    }

    /** Relations, each once; a list, or one text with commas. */
    public static OptionType<List<Relation>> relations() {
        return new OptionType<>("a list of schema.table, each once, at least one", items -> {
            List<String> names = items.size() == 1
                    ? Arrays.stream(items.get(0).split(",", -1))
                            .map(String::strip)
                            .toList()
                    : items;
            List<Relation> relations = names.stream().map(Relation::parse).toList();
            checked("", new LinkedHashSet<>(relations).size() == relations.size());
            return relations;
        });
    }

    private static <T> OptionType<T> scalar(String form, Function<String, T> parser) {
        return new OptionType<>(form, items -> {
            checked("", items.size() == 1);
            return parser.apply(items.get(0));
        });
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static boolean isKnown(String url) {
        return DatabaseKind.of(url)
                .filter(kind -> url.startsWith("jdbc:" + kind.text() + "://"))
                .isPresent();
    }

    /** Properties of MySQL's driver by which rows would be missing, or sessions not be what this program makes them. */
    private static boolean holdsOwn(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        return Stream.of(
                        "maxrows",
                        "autoreconnect",
                        "sessionvariables",
                        "connectionattributes",
                        "allowloadlocalinfile",
                        "allowurlinlocalinfile",
                        "characterencoding",
                        "usecursorfetch",
                        "queryinterceptors",
                        "propertiestransform")
                .anyMatch(name -> lower.contains(name + "="));
    }

    private static boolean holdsCredentials(String url) {
        return CREDENTIALS.matcher(url).find();
    }

    private static String checked(String text, boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
        return text;
    }
}
