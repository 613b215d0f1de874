// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths whose beginning is taken away or put in front. */
class PathChangeTest {

    private static final String REFUSED = "-";

    private static RequestHead head(String target) {
        byte[] octets = ("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.NONE)).isEqualTo(octets.length);
        return head;
    }

    private static String changed(@Nullable String strip, @Nullable String add, String target) {
        PathChange change = Objects.requireNonNull(PathChange.of(new PathSettings(strip, add)));
        HeadBuffer out = new HeadBuffer(16);
        return change.write(head(target), new RoutePath(), out)
                ? new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1)
                : REFUSED;
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " -> ", textBlock = """
            /app                     -> /
            /app/                    -> /
            /app?a=/app              -> /?a=/app
            /app/cart?x=1            -> /cart?x=1
            /app/app/cart            -> /app/cart
            /app//evil.example       -> /evil.example
            //app///x                -> /x
            /%61pp/x                 -> /x
            /app;v=1/x               -> /x
            /app;v=1;w/x;y/z;        -> /x;y/z;
            /app/x;a/..;b            -> -
            /app/.;/x                -> /x
            /app/.;/../x             -> -
            /;a/app/x                -> /x
            /;a;b//app/x             -> /x
            /app;jsessionid=1        -> /;jsessionid=1
            /app/x;jsessionid=1?q    -> /x;jsessionid=1?q
            /app/%20a                -> /%20a
            /y/../app/x              -> /x
            /app/a/../b              -> /b
            /app/./b                 -> /b
            /app/a/%2e%2e/b%20c%25   -> /b%20c%25
            /app/a/..;x/%3bb         -> -
            /app/a/../%3bb           -> /%3Bb
            http://h/app/x?q         -> /x?q
            /app/../app/../../etc    -> -
            /app/..%2f..%2fetc       -> -
            /app/..\\..\\etc         -> -
            /app/%00                 -> -
            /app/%zz                 -> -
            """)
    void takesTheBeginningAway(String target, String expected) {
        assertThat(changed("/app", null, target)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " -> ", textBlock = """
            /           -> /v2/
            /x          -> /v2/x
            /x?y        -> /v2/x?y
            /../x       -> -
            /a/../x     -> /v2/x
            /%2e%2e/x   -> -
            http://h    -> /v2/
            http://h?q  -> /v2/?q
            """)
    void putsAnotherBeginningInFront(String target, String expected) {
        assertThat(changed(null, "/v2", target)).isEqualTo(expected);
    }

    @Test
    void doesBoth() {
        assertThat(changed("/app/v1", "/v2", "/app/v1/x")).isEqualTo("/v2/x");
        assertThat(changed("/app/v1", "/v2", "/app/%761")).isEqualTo("/v2/");
    }

    @Test
    void leavesTheServerAsAWholeAlone() {
        byte[] octets = "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        head.read(octets, 0, octets.length, RequestLimits.DEFAULTS);
        HeadBuffer out = new HeadBuffer(16);

        assertThat(Objects.requireNonNull(PathChange.of(new PathSettings(null, "/v2")))
                        .write(head, new RoutePath(), out))
                .isTrue();
        assertThat(new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1))
                .isEqualTo("*");
    }

    @Test
    void readsEachOctetOfALongPathAFewTimesOnly() {
        int many = 1 << 20;
        String slashes = "/".repeat(many);
        assertThat(changed("/app", null, "/app" + slashes + "x")).isEqualTo("/x");
        assertThat(changed("/app", null, slashes + "app/x")).isEqualTo("/x");
        assertThat(changed("/app", null, "/app" + "/a".repeat(many) + ";v")).isEqualTo("/a".repeat(many) + ";v");
        assertThat(changed("/app", null, "/app" + "/;".repeat(many) + "/x")).isEqualTo("/;".repeat(many) + "/x");
        assertThat(changed(null, "/v2", slashes + "x")).isEqualTo("/v2/x");
    }

    /** Whatever comes, what goes on is below the new beginning, as routes read it. */
    @Test
    void nothingLeadsAboveTheNewBeginning() {
        Random random = new Random(Long.getLong("seed", 1));
        String[] pieces = {"/", "//", "app", ".", "..", "%2e", "%2E%2e", ";a", "x", "%2f", "%61pp", "?", "%25", "%3b"};
        RoutePath path = new RoutePath();
        PathChange change = Objects.requireNonNull(PathChange.of(new PathSettings("/app", "/v2")));
        int gone = 0;
        List<String> above = new ArrayList<>();
        for (int round = 0; round < 200_000; round++) {
            StringBuilder target = new StringBuilder(random.nextBoolean() ? "/app/" : "/");
            for (int k = random.nextInt(8); k > 0; k--) {
                target.append(pieces[random.nextInt(pieces.length)]);
            }
            RequestHead head = head(target.toString());
            HeadBuffer out = new HeadBuffer(64);
            path.read(head.octets(), head.target().pathAt(), head.target().end());
            boolean below = !path.doubtful() && path.isBelow("/app".getBytes(StandardCharsets.ISO_8859_1));
            if (below && change.write(head, path, out)) {
                gone++;
                path.read(out.octets(), 0, out.length());
                if (path.doubtful() || !path.isBelow("/v2".getBytes(StandardCharsets.ISO_8859_1))) {
                    above.add(target.toString());
                }
            }
        }
        assertThat(above).isEmpty();
        assertThat(gone).isPositive();
    }
}
