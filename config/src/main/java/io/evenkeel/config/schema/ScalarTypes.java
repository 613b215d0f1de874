// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.schema.hint.SizeText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types of single values. */
public final class ScalarTypes {

    private static final String FRACTION = "(\\.[0-9]{1,3})?";
    private static final String AMOUNT = "[0-9]{1,9}" + FRACTION + "(ms|s)|[0-9]{1,7}" + FRACTION + "m|[0-9]{1,5}"
            + FRACTION + "h|[0-9]{1,4}" + FRACTION + "d";
    private static final Pattern UNIT = Pattern.compile("([0-9.]+)([A-Za-z%]*)");

    /** A length of time above zero. */
    public static final Word<Duration> DURATION = new Word<>(
            "duration",
            "a time above 0 with its unit, such as 250ms, 2s, 1m, 1h or 1d",
            List.of(new Form.FreeText(Pattern.compile("^(?=.*[1-9])(" + AMOUNT + ")$"))),
            ScalarTypes::duration);

    /** A length of time, or 0. */
    public static final Word<Duration> DURATION_OR_ZERO = new Word<>(
            "duration or 0",
            "a time with its unit, such as 250ms, 2s, 1m, 1h or 1d, or 0",
            List.of(Form.FreeText.of(AMOUNT), new Form.Whole(0, 0)),
            ScalarTypes::duration);

    /** A length of time that may be below a millisecond, or 0. */
    public static final Word<Duration> FINE_DURATION = new Word<>(
            "duration",
            "a time with its unit, such as 250us, 4ms, 1.5s or 10m, or 0",
            List.of(Form.FreeText.of("[0-9]{1,9}" + FRACTION + "us|" + AMOUNT), new Form.Whole(0, 0)),
            ScalarTypes::duration);

    /** A part of a whole, or a multiple of it. */
    public static final Word<Double> MULTIPLE = new Word<>(
            "share or multiple",
            "a share such as 80% or 0.8, which may be above 1",
            List.of(Form.FreeText.of("[0-9]{1,6}" + FRACTION + "%"), new Form.Real(0, false, Double.MAX_VALUE)),
            ScalarTypes::share);

    /** A part of a whole, 0.0 to 1.0. */
    public static final Word<Double> SHARE = new Word<>(
            "share",
            "a share such as 20% or 0.2, from 0 to 1",
            List.of(Form.FreeText.of("(100(\\.0{1,3})?|[0-9]{1,2}(\\.[0-9]{1,3})?)%"), new Form.Real(0, false, 1)),
            ScalarTypes::share);

    /** A part of a whole that is a limit, 0.5 to 1.0: with less nothing would work. */
    static final Word<Double> LIMIT = new Word<>(
            "share",
            "a share such as 90% or 0.9, from 50% to 100%",
            List.of(Form.FreeText.of("(100(\\.0{1,3})?|[5-9][0-9](\\.[0-9]{1,3})?)%"), new Form.Real(0.5, false, 1)),
            ScalarTypes::share);

    /** The value of a policy's parameter, whatever its kind: a Double in base units, or the word of a choice. */
    public static final Word<Object> PARAMETER = new Word<>(
            "duration, share, number or word",
            "a time such as 250ms, a share such as 20%, a number, or a word",
            List.of(
                    Form.FreeText.of(AMOUNT),
                    SHARE.forms().get(0),
                    new Form.Real(-Double.MAX_VALUE, false, Double.MAX_VALUE),
                    Form.FreeText.of("[a-z][a-z0-9-]{0,99}")),
            ScalarTypes::parameter);

    public static final Word<Double> NUMBER = new Word<>(
            "number", "a number", List.of(new Form.Real(-Double.MAX_VALUE, false, Double.MAX_VALUE)), Double::valueOf);

    public static final Word<Boolean> TRUTH = new Word<>(
            "boolean",
            "true or false",
            List.of(new Form.Truth()),
            text -> Boolean.valueOf(text.toLowerCase(Locale.ROOT)));

    /** A name that needs no quoting in a metric's label or in a path of the API. */
    public static final Word<String> NAME =
            text("name", "a name of letters, digits and . _ - : [ ]", "[A-Za-z0-9\\[:][A-Za-z0-9._:\\[\\]-]{0,299}");

    public static final Word<String> TEXT = text("text", "a text that is not empty", "[\\s\\S]*\\S[\\s\\S]*");

    /** Text for a field of a request, so nothing in it may end the line. */
    public static final Word<String> LINE = text(
            "text of one line",
            "a text that is not empty, of visible ASCII characters and blanks",
            "[ -~]*[!-~][ -~]*");

    public static final Word<String> PATH = text("path", "a path that begins with /", "/[!-~]*");

    /** A cookie's name (RFC 6265 §4.1.1), without the names of the console's own cookies. */
    static final Word<String> COOKIE_NAME = text(
            "cookie name",
            "the name of a cookie, such as EVENKEEL, that does not begin with evenkeel-",
            "(?!(__Host-)?evenkeel-)[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    /** A cookie's path. */
    static final Word<String> COOKIE_PATH =
            text("path", "a path that begins with / and has no semicolon", "/[!-:<-~]{0,1000}");

    public static final Word<String> HOST = text(
            "host name",
            "a host name such as shop.example.org or *.example.org",
            "(?=.{1,256}$)(\\*\\.)?[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.?");

    /** An address at which browsers find a server, as they write an origin. */
    static final Word<String> WEB_ADDRESS = text(
            "web address",
            "a web address without a path, such as https://vcn1.example.org or http://10.0.0.7:8080",
            "https?://([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(:[0-9]{1,5})?");

    /** The place of a Valkey or Redis; a password in it would be shown with it. */
    static final Word<String> STORE_URL = text(
            "store URL",
            "a URL such as valkey://10.0.0.9:6379/0, or valkeys:// over TLS; 'user' and 'password' are keys of their own",
            "(valkey|redis)s?://([A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(:[0-9]{1,5})?(/[0-9]{1,4})?");

    private static final Word<String> ANY_FIELD_NAME =
            text("field name", "the name of a field, such as X-Debug", "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");

    /** The name of a field that tells clients apart. */
    static final Word<String> RATE_FIELD =
            text("field name", "the name of a field, such as X-Api-Key", "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");

    /** The name of a cookie that tells clients apart. */
    static final Word<String> RATE_COOKIE =
            text("cookie name", "the name of a cookie, such as JSESSIONID", "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    /** A field that may be taken out of messages. */
    static final Word<String> FIELD_NAME = others(ANY_FIELD_NAME, "removed");

    /** A field that may be set in messages. */
    public static final Word<String> SETTABLE_FIELD = settable();

    /** A field's value. */
    public static final Word<String> FIELD_VALUE = text(
            "field value",
            "the value of a field: at most 4096 visible ASCII characters, with blanks between them",
            "[!-~]([ -~]{0,4094}[!-~])?");

    /**
     * The names that the dispatcher reads or writes itself, so that leaving one out would break messages or do nothing.
     */
    private static final Set<String> OWN_FIELDS = Set.of(
            "connection",
            "content-length",
            "date",
            "endpoint-load-metrics",
            "endpoint-load-metrics-bin",
            "expect",
            "forwarded",
            "host",
            "http2-settings",
            "keep-alive",
            "max-forwards",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "via",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-proto",
            "x-real-ip");

    /** Fields whose values belong to one message. */
    private static final Set<String> CONTENT_FIELDS =
            Set.of("content-encoding", "content-range", "cookie", "etag", "set-cookie");

    public static final Word<HostPort> ADDRESS = new Word<>(
            "address",
            "an address host:port, such as 127.0.0.1:8080 or [::1]:8080",
            List.of(Form.FreeText.of("([A-Za-z0-9][A-Za-z0-9._-]{0,252}|\\[[0-9A-Fa-f:.]{2,45}\\])?:[0-9]{1,5}")),
            HostPort::parse);

    /** The place of a receiver of syslog. */
    static final Word<SyslogAddress> SYSLOG_ADDRESS = new Word<>(
            "address of syslog",
            "the address of a receiver of syslog: udp://host:port, tcp://host:port or unix:/path, such as udp://127.0.0.1:514 or unix:/dev/log",
            List.of(
                    Form.FreeText.of(
                            "(udp|tcp)://([A-Za-z0-9][A-Za-z0-9._-]{0,252}|\\[[0-9A-Fa-f:.]{2,45}\\]):[0-9]{1,5}|unix:/[!-~]{1,200}")),
            SyslogAddress::parse);

    /** The name of a program in messages of syslog; RFC 5424 allows more, but not every receiver takes that. */
    static final Word<String> APP_NAME =
            text("name", "a name of at most 48 letters, digits and . _ / -", "[A-Za-z0-9._/-]{1,48}");

    public static final Word<Network> NETWORK = new Word<>(
            "network",
            "a network such as 10.0.0.0/8 or ::1",
            List.of(Form.FreeText.of("[0-9A-Fa-f:.]+(/[0-9]{1,3})?")),
            Network::parse);

    private ScalarTypes() {}

    static Word<String> text(String title, String expectation, String regex) {
        return new Word<>(
                title,
                expectation,
                List.of(Form.FreeText.of(regex), new Form.Real(-Double.MAX_VALUE, false, Double.MAX_VALUE)),
                text -> {
                    if (!Pattern.matches(regex, text)) {
                        throw new IllegalArgumentException("'" + text + "' is not " + expectation);
                    }
                    return text;
                });
    }

    /** Fields that the dispatcher does not read or write itself. */
    private static Word<String> others(Word<String> name, String change) {
        return new Word<>(name.title(), name.expectation(), name.forms(), text -> {
            if (OWN_FIELDS.contains(plain(text))) {
                throw new IllegalArgumentException(
                        "'" + text + "' cannot be " + change + ", because the dispatcher reads or writes it itself");
            }
            return name.parse().apply(text);
        });
    }

    private static Word<String> settable() {
        Word<String> name = others(ANY_FIELD_NAME, "set");
        return new Word<>(name.title(), name.expectation(), name.forms(), text -> {
            if (CONTENT_FIELDS.contains(plain(text))) {
                throw new IllegalArgumentException("'" + text
                        + "' cannot be set, because one value for all messages would be wrong for most of them");
            }
            return name.parse().apply(text);
        });
    }

    private static String plain(String field) {
        return field.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A whole number in a range, whose ends belong to it. */
    public static Word<Integer> whole(int min, int max) {
        if (min == max) {
            return new Word<>(
                    "`" + min + "`", Integer.toString(min), List.of(new Form.Whole(min, max)), Integer::valueOf);
        }
        String range = max == Integer.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max;
        return new Word<>(
                "integer " + range, "a whole number " + range, List.of(new Form.Whole(min, max)), Integer::valueOf);
    }

    static Word<Double> numberAbove(double min, double max) {
        String range = "above " + plain(min) + " and at most " + plain(max);
        return new Word<>(
                "number " + range, "a number " + range, List.of(new Form.Real(min, true, max)), Double::valueOf);
    }

    static Word<Double> numberFrom(double min, double max) {
        String range = "from " + plain(min) + " to " + plain(max);
        return new Word<>(
                "number " + range, "a number " + range, List.of(new Form.Real(min, false, max)), Double::valueOf);
    }

    static Word<Long> size(long min, long max) {
        return new Word<>(
                "size",
                SizeText.expectation(min, max),
                List.of(Form.FreeText.of("[0-9]{1,9}(B|kB|KB|KiB|MB|MiB|GB|GiB)"), new Form.Whole(min, max)),
                text -> within(size(text), min, max, text));
    }

    /** One of a fixed list of words, in lower case with hyphens. */
    public static <E extends Enum<E>> Word<E> choice(Class<E> type) {
        List<String> words = List.of(type.getEnumConstants()).stream()
                .map(ScalarTypes::spelling)
                .toList();
        return choice(
                words, text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    /** One of some words, which are their own values. */
    public static Word<String> choice(List<String> words) {
        return choice(words, Function.identity());
    }

    static <T> Word<T> choice(List<String> words, Function<String, T> parse) {
        return new Word<>(
                "one of `" + String.join("`, `", words) + "`",
                "one of " + String.join(", ", words),
                List.of(new Form.OneOf(words)),
                parse);
    }

    /** The word of a constant in files: lower case, with dashes. */
    public static String spelling(Enum<?> constant) {
        String word = constant.name().toLowerCase(Locale.ROOT);
        return word.replace('_', '-');
    }

    /** Reads {@code 250us}, {@code 250ms}, {@code 2s}, {@code 1m}, {@code 1h}, {@code 1d} or {@code 0}. */
    static Duration duration(String text) {
        Matcher matcher = split(text);
        long unitNs = switch (matcher.group(2)) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            case "d" -> 86_400_000_000_000L;
            case "" -> 0;
            default -> throw new IllegalArgumentException("'" + text + "' is not a time");
        };
        return Duration.ofNanos(new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unitNs))
                .longValue());
    }

    /** Reads {@code 20%} or {@code 0.2}. */
    static double share(String text) {
        return text.endsWith("%")
                ? new BigDecimal(text.substring(0, text.length() - 1))
                        .movePointLeft(2)
                        .doubleValue()
                : Double.parseDouble(text);
    }

    /** Reads a share, a time in seconds, a number or a word, told apart by how it is written. */
    private static Object parameter(String text) {
        if (Character.isLetter(text.charAt(0))) {
            return text;
        }
        boolean time = !text.endsWith("%") && Character.isLetter(text.charAt(text.length() - 1));
        return time ? duration(text).toNanos() / 1e9 : share(text);
    }

    /**
     * Reads {@code 64kB}, {@code 64KiB}, {@code 1MB}, {@code 1GB} or plain bytes; a kB is 1024 bytes however it is
     * spelt.
     */
    static long size(String text) {
        Matcher matcher = split(text);
        String unit = matcher.group(2);
        int shift = unit.length() < 2
                ? 0
                : switch (unit.charAt(0)) {
                    case 'k', 'K' -> 10;
                    case 'M' -> 20;
                    default -> 30;
                };
        return Long.parseLong(matcher.group(1)) << shift;
    }

    private static long within(long bytes, long min, long max, String text) {
        if (bytes < min || bytes > max) {
            throw new IllegalArgumentException(
                    "'" + text + "' is out of range; use " + SizeText.of(min) + " to " + SizeText.of(max));
        }
        return bytes;
    }

    private static Matcher split(String text) {
        Matcher matcher = UNIT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a number with a unit");
        }
        return matcher;
    }

    /** A number without a useless fraction. */
    public static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
