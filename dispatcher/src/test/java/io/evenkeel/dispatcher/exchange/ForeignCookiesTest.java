// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.AffinitySettings.SameSite;
import io.evenkeel.config.cluster.AffinitySettings.Secure;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cookies with the name of the dispatcher's own that are cut, huge, old, replayed or doubled: the request is served as
 * if there were none, and counted under its kind. Node 1 is free and the policy's choice, node 2 is in the cookie.
 */
class ForeignCookiesTest {

    private static final Pattern COOKIE = Pattern.compile("(?m)^Set-Cookie: (EVENKEEL=[A-Za-z0-9_-]{39});");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final int LENGTH = 39;

    private static MemoryStand stand(@Nullable Duration age) {
        OwnCookie ours = new OwnCookie("EVENKEEL", "/", null, age, Secure.AUTO, SameSite.LAX);
        return new MemoryStand(
                2,
                s -> s.limits(32_768, 8192, 100, RequestLimits.DEFAULTS.body()),
                c -> c.affinity =
                        new AffinitySettings(Mode.COOKIE, false, "JSESSIONID", ours, 1000, Duration.ofMinutes(30)));
    }

    private static String get(String fields) {
        return "GET /cart HTTP/1.1\r\nHost: shop\r\n" + fields + "\r\n";
    }

    /** The cookie of a client that the policy sent to node 2, because node 1 was busy. */
    private static String atNode2(MemoryStand stand) {
        stand.client().sends(get(""));
        Peer first = stand.node(1);
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(2).sends(OK);
        Matcher matcher = COOKIE.matcher(client.got());
        assertThat(matcher.find()).isTrue();
        first.sends(OK);
        return matcher.group(1);
    }

    /** The node that a new client's request with these fields reaches, which answers it. */
    private static int nodeOf(MemoryStand stand, String fields) {
        int before = stand.tasks(2);
        Peer client = stand.client();
        client.sends(get(fields));
        int node = stand.tasks(2) == before + 1 ? 2 : 1;
        stand.answer(node, OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 ").endsWith("ok");
        return node;
    }

    private static long counted(MemoryStand stand, String kind) {
        return stand.sessions().marks().getOrDefault(kind, 0L);
    }

    static java.util.stream.IntStream lengths() {
        return java.util.stream.IntStream.range(0, LENGTH);
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void aTruncatedCookieIsNone(int length) {
        MemoryStand stand = stand(null);
        String cookie = atNode2(stand).substring(0, "EVENKEEL=".length() + length);

        assertThat(nodeOf(stand, "Cookie: " + cookie + "\r\n")).isEqualTo(1);
        assertThat(counted(stand, "forged")).isEqualTo(1);
    }

    /** A prefix of the value is good; nobody reads beyond it, and the next cookie of the line counts. */
    @ParameterizedTest
    @ValueSource(ints = {8192, 16_384})
    void aCookieOf8KbIsNoneAndHidesNoOther(int length) {
        MemoryStand stand = stand(null);
        String good = atNode2(stand);
        String huge = good + "A".repeat(length - good.length());

        assertThat(nodeOf(stand, "Cookie: " + huge + "\r\n")).isEqualTo(1);
        assertThat(counted(stand, "forged")).isEqualTo(1);
        assertThat(nodeOf(stand, "Cookie: " + huge + "; " + good + "\r\n")).isEqualTo(2);
    }

    /** As a page that was left open, or somebody who kept a copy of the value, sends it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anExpiredCookieIsNoneHoweverOftenItComes(boolean wasSeenBefore) {
        MemoryStand stand = stand(Duration.ofHours(1));
        String cookie = atNode2(stand);
        assertThat(wasSeenBefore ? nodeOf(stand, "Cookie: " + cookie + "\r\n") : 2)
                .isEqualTo(2);
        stand.pass(Duration.ofMinutes(63));

        for (int i = 1; i <= 3; i++) {
            assertThat(nodeOf(stand, "Cookie: " + cookie + "\r\n")).isEqualTo(1);
            assertThat(counted(stand, "expired")).isEqualTo(i);
        }
    }

    /** A copy is as good as the cookie until its end: it names a node, and nobody's session. */
    @Test
    void aReplayedCookieLeadsToTheNodeAsTheFirst() {
        MemoryStand stand = stand(Duration.ofHours(1));
        String cookie = atNode2(stand);

        assertThat(nodeOf(stand, "Cookie: " + cookie + "\r\n")).isEqualTo(2);
        assertThat(nodeOf(stand, "Cookie: " + cookie + "\r\n")).isEqualTo(2);
        assertThat(stand.sessions().total().active()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cookie: %1$s\r\nCookie: %1$s\r\n", "Cookie: a=b\r\nX: y\r\ncookie: %1$s\r\n"})
    void aCookieInASecondFieldCounts(String fields) {
        MemoryStand stand = stand(null);
        String cookie = atNode2(stand);

        assertThat(nodeOf(stand, fields.formatted(cookie))).isEqualTo(2);
        assertThat(stand.sessions().marks()).containsEntry("doubled", 0L);
    }

    @Test
    void cookiesOfTwoNodesInTwoFieldsAreNone() {
        MemoryStand stand = stand(null);
        String second = atNode2(stand);
        Peer client = stand.client();
        client.sends(get(""));
        stand.answer(1, OK);
        Matcher first = COOKIE.matcher(client.got());
        assertThat(first.find()).isTrue();

        assertThat(nodeOf(stand, "Cookie: " + second + "\r\nCookie: " + first.group(1) + "\r\n"))
                .isEqualTo(1);
        assertThat(stand.sessions().marks()).contains(Map.entry("doubled", 1L));
    }

    /** A signature is checked for four of them, whatever fields they stand in. */
    @Test
    void moreThanFourInManyFieldsAreNone() {
        MemoryStand stand = stand(null);
        String line = "Cookie: " + atNode2(stand) + "\r\n";

        assertThat(nodeOf(stand, line.repeat(4))).isEqualTo(2);
        assertThat(nodeOf(stand, line.repeat(5))).isEqualTo(1);
        assertThat(counted(stand, "doubled")).isEqualTo(1);
    }
}
