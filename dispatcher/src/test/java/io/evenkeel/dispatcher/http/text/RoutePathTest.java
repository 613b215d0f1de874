// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.text.Octets;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.kit.Mutants;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutePathTest {

    private static final int PATHS = 200_000;
    private static final List<String> PIECES = List.of(
            "/", "/", "/", "//", "a", "b", ".", "..", "/..", "/.", ";", ";x=y", "%2e", "%2E", "%61", "%2f", "%5C", "\\",
            "%00", "%", "%4", "%zz", "%3b", "%25", "%c3%a9", "?", "*", "~");

    private final RoutePath path = new RoutePath();

    private String read(String text) {
        byte[] octets = ("XX" + text + "YY").getBytes(StandardCharsets.ISO_8859_1);
        path.read(octets, 2, octets.length - 2);
        return new String(path.toBytes(), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({
        "/intern/x, /intern/x",
        "/intern?//../%00;, /intern",
        "/%69ntern/x, /intern/x",
        "//intern/x, /intern/x",
        "///intern//x, /intern/x",
        "/./intern/x, /intern/x",
        "/x/../intern/x, /intern/x",
        "/x/%2e%2e/intern/x, /intern/x",
        "/x/.%2E/intern/x, /intern/x",
        "/;/intern/x, /intern/x",
        "/intern;a/x, /intern/x",
        "/intern;a=/../x, /x",
        "/intern/., /intern/",
        "/intern/x/.., /intern/",
        "/intern//, /intern/",
        "/x/.., /",
        "/., /",
        "//, /",
        "/;, /",
        "/.a/..b/..., /.a/..b/...",
        "/a.b, /a.b",
        "/%2569ntern, /%69ntern",
        "/..%3b/x, /..;/x",
        "/a%3Fb, /a?b",
        "/Intern, /Intern",
        "//x/../intern, /intern",
        "/.;/intern/x, /intern/x",
        "/x/.;a=b, /x/",
        "/%2e;x/a/../intern, /intern",
        "/a/./../intern, /intern",
    })
    void comparesWhatServersMakeOfIt(String raw, String compared) {
        assertThat(read(raw)).isEqualTo(compared);
        assertThat(path.doubtful()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/intern%2fx",
                "/intern%2Fx",
                "/intern\\x",
                "/intern%5cx",
                "/intern%00/x",
                "/intern;%00/x",
                "/a;b\\c",
                "/../intern",
                "/a/../../intern",
                "/%2e%2e/a",
                "/..;/a",
                "/x/..;/intern/x",
                "/x/..;a=b/intern/x",
                "/x/%2e.;/intern/x",
                "/intern/..;/x",
                "/intern/index.php/..;/..;/x",
                "/intern/..;",
                "/..",
                "/a//../b",
                "/a/;x/../b",
                "/admin/.;/../users",
                "/admin/.;a=b/../users",
                "/admin/%2e;x/../users",
                "/admin/.;/%2e%2e/users",
                "/admin/.;/x/../../users",
                "/admin/.;//../users",
                "/admin/.;/..",
                "/%",
                "/%4",
                "/%zz",
                "/%u0069",
                "/a%2"
            })
    void doubtsWhatServersDisagreeAbout(String raw) {
        read(raw);
        assertThat(path.doubtful()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"/a%2fb, /a%2Fb", "/a%5Cb\\c, /a%5Cb\\c", "/%00, /%00", "/../a, /a", "/a//../b, /b", "/%zz, /%zz"})
    void stillComparesWhatItDoubts(String raw, String compared) {
        assertThat(read(raw)).isEqualTo(compared);
    }

    @Test
    void findsPrefixesThatEndAtABorder() {
        byte[] prefix = Octets.ascii("/intern");
        for (String below : List.of("/intern", "/intern/", "/intern/x", "/%69ntern;a", "/x/..//intern?q", "/intern?")) {
            read(below);
            assertThat(path.isBelow(prefix)).as(below).isTrue();
        }
        for (String other : List.of("/interna", "/inter", "/x/intern", "/intern%3f", "", "/", "?/intern", "/Intern")) {
            read(other);
            assertThat(path.isBelow(prefix)).as(other).isFalse();
        }
    }

    @Test
    void forgets() {
        read("/%00");
        path.clear();
        assertThat(path.doubtful()).isFalse();
        assertThat(path.toBytes()).isEmpty();
    }

    /**
     * A path that is not doubted is the same by RFC 3986 §5.2.4, where a segment {@code .;} is a name, and for servers
     * that merge slashes and cut parameters first; a path that is doubted has a reason.
     */
    @Test
    void agreesWithTwoSlowReaders() {
        long seed = Mutants.seed(20_260_101);
        SplittableRandom random = new SplittableRandom(seed);
        int doubted = 0;
        for (int i = 0; i < PATHS; i++) {
            StringBuilder text = new StringBuilder("/");
            for (int pieces = random.nextInt(12); pieces > 0; pieces--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            String raw = text.toString();
            String read = read(raw);
            Slow merged = Slow.of(raw, true);
            Slow kept = Slow.of(raw, false);
            boolean agree = !merged.bad && !kept.bad && merged.path.equals(kept.path);
            assertThat(path.doubtful() ? "doubted" : read)
                    .as("path of %s, -Dseed=%s", raw, seed)
                    .isEqualTo(agree ? merged.path : "doubted");
            doubted += agree ? 0 : 1;
        }
        assertThat(doubted).isBetween(PATHS / 20, PATHS - PATHS / 20);
    }

    /**
     * A slow and simple reading of a path.
     *
     * @param bad the path cannot be read one way: something encoded that separates, a bare percent sign, a climb
     *     above the root, or one with parameters
     */
    private record Slow(String path, boolean bad) {

        private static final Pattern UNREADABLE =
                Pattern.compile("\\\\|%2f|%5c|%00|%(?![0-9a-f]{2})", Pattern.CASE_INSENSITIVE);
        private static final Pattern PARAMETERS = Pattern.compile(";.*");
        private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{2}");

        static Slow of(String raw, boolean mergeFirst) {
            String whole = raw.replaceFirst("\\?.*", "");
            boolean bad = UNREADABLE.matcher(whole).find();
            String[] segments = whole.substring(1).split("/", -1);
            List<String> stack = new ArrayList<>();
            boolean slash = false;
            for (int i = 0; i < segments.length; i++) {
                String segment = decoded(PARAMETERS.matcher(segments[i]).replaceAll(""));
                boolean last = i == segments.length - 1;
                slash = segment.isEmpty() || segment.equals(".") || segment.equals("..");
                if (segment.equals("..")) {
                    bad |= stack.isEmpty() || segments[i].contains(";");
                    if (!stack.isEmpty()) {
                        stack.remove(stack.size() - 1);
                    }
                } else if (!slash) {
                    stack.add(segment);
                } else if (!mergeFirst && !last && (segment.isEmpty() || segments[i].contains(";"))) {
                    stack.add("");
                }
            }
            stack.removeIf(String::isEmpty);
            String path = "/" + String.join("/", stack);
            return new Slow(slash && !stack.isEmpty() ? path + "/" : path, bad);
        }

        private static String decoded(String segment) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < segment.length(); i++) {
                String two = segment.substring(Math.min(segment.length(), i + 1), Math.min(segment.length(), i + 3));
                if (segment.charAt(i) == '%' && HEX.matcher(two).matches()) {
                    text.append((char) Integer.parseInt(two, 16));
                    i += 2;
                } else {
                    text.append(segment.charAt(i));
                }
            }
            return text.toString();
        }
    }
}
