// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of two nodes that belong to one of them. The policy gives each request to the node with fewer tasks, the first
 * of equals, so node 1 gets whatever is free to go anywhere.
 */
class AffinityLifeTest {

    private static final Pattern COOKIE = Pattern.compile("(?m)^Set-Cookie: (EVENKEEL=[A-Za-z0-9_-]{39})(;.*)$");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static MemoryStand stand(Mode mode, boolean strict) {
        return new MemoryStand(2, s -> {}, c -> {
            c.affinity =
                    new AffinitySettings(mode, strict, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));
            c.nodes.set(1, node(2, "worker2"));
        });
    }

    private static NodeSettings node(int number, String route) {
        NodeSettings plain = ClusterFixture.node(number == 1 ? "a" : "b", number, 1);
        return new NodeSettings(
                plain.name(), plain.address(), 1, plain.maxInFlight(), plain.maxConnections(), route, null);
    }

    private static String get(String fields) {
        return "GET /cart HTTP/1.1\r\nHost: shop\r\n" + fields + "\r\n";
    }

    private static String cookie(String answer) {
        Matcher matcher = COOKIE.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1);
    }

    /** The cookie of a client whose session began at node 2, because node 1 was busy. */
    private static String atNode2(MemoryStand stand) {
        Peer busy = stand.client();
        busy.sends(get(""));
        Peer first = stand.node(1);
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(2).sends(OK);
        String cookie = cookie(client.got());
        first.sends(OK);
        busy.got();
        return cookie;
    }

    /** Sends a request of a new client; true when node 2 gets it. */
    private static boolean goesTo2(MemoryStand stand, String request) {
        int before = stand.tasks(2);
        stand.client().sends(request);
        return stand.tasks(2) == before + 1;
    }

    @Test
    void theFirstAnswerTellsTheClientItsNode() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(1).sends(OK);

        String answer = client.got();

        assertThat(answer).endsWith("\r\n\r\nok");
        Matcher line = COOKIE.matcher(answer);
        assertThat(line.find()).isTrue();
        assertThat(line.group(2)).isEqualTo("; Path=/; HttpOnly; SameSite=Lax");
    }

    @Test
    void laterRequestsGoThereAndHearNothingMore() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String cookie = atNode2(stand);
        Peer client = stand.client();

        client.sends(get("Cookie: a=b; " + cookie + "\r\n"));

        assertThat(stand.tasks(2)).isEqualTo(1);
        stand.answer(2, OK);
        assertThat(client.got()).endsWith("ok").doesNotContain("Set-Cookie");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EVENKEEL=",
                "EVENKEEL=x",
                "EVENKEEL=%s; EVENKEEL=other",
                "evenkeel=%s",
                "EVENKEEL=%sA",
                "XEVENKEEL=%s",
                "EVENKEEL=\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9",
            })
    void aCookieThatIsNotOursIsNoCookie(String sent) {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String value = atNode2(stand).substring("EVENKEEL=".length());

        assertThat(goesTo2(stand, get("Cookie: " + sent.formatted(value) + "\r\n")))
                .isFalse();
    }

    @Test
    void aCookieWithOneChangedCharacterIsNoCookie() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String cookie = atNode2(stand);
        for (int i = "EVENKEEL=".length(); i < cookie.length(); i++) {
            char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
            String forged = cookie.substring(0, i) + other + cookie.substring(i + 1);

            assertThat(goesTo2(stand, get("Cookie: " + forged + "\r\n")))
                    .as("character " + i)
                    .isFalse();
            stand.answer(1, OK);
        }
    }

    @Test
    void anotherDispatchersKeyOpensItToo() {
        String cookie = atNode2(stand(Mode.COOKIE, false));

        assertThat(goesTo2(stand(Mode.COOKIE, false), get("Cookie: " + cookie + "\r\n")))
                .isTrue();
    }

    @Test
    void aNodeThatIsGoneIsLeftAndTheClientHears() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String cookie = atNode2(stand);
        stand.want(2, AdminState.MAINT);
        Peer client = stand.client();

        client.sends(get("Cookie: " + cookie + "\r\n"));
        stand.answer(1, OK);

        assertThat(cookie(client.got())).isNotEqualTo(cookie);
    }

    @Test
    void aDrainingNodeKeepsItsSessions() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String cookie = atNode2(stand);
        stand.want(2, AdminState.DRAIN);

        assertThat(goesTo2(stand, get("Cookie: " + cookie + "\r\n"))).isTrue();
    }

    @Test
    void aStrictSessionIsRefusedWhileItsNodeIsDown() {
        MemoryStand stand = stand(Mode.COOKIE, true);
        String cookie = atNode2(stand);
        stand.want(2, AdminState.MAINT);
        Peer client = stand.client();

        client.sends(get("Cookie: " + cookie + "\r\n"));

        assertThat(client.got()).startsWith("HTTP/1.1 503 ");
        assertThat(stand.traffic().refused()).containsEntry("home-gone", 1L);
    }

    @Test
    void aFailureOfTheApplicationBeginsNoSession() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(1).sends("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");

        assertThat(client.got()).startsWith("HTTP/1.1 500").doesNotContain("Set-Cookie");
    }

    @Test
    void aWebSocketBelongsToItsSession() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        Peer client = stand.client();
        client.sends(get("Connection: Upgrade\r\nUpgrade: websocket\r\n"));
        stand.node(1).sends("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello");

        String answer = client.got();
        assertThat(answer).startsWith("HTTP/1.1 101").endsWith("\r\n\r\nhello");
        assertThat(cookie(answer)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Cookie: JSESSIONID=0A1B.worker2                        | /cart
            Cookie: a=b; JSESSIONID="0A1B.worker2"; c=d            | /cart
            Cookie: JSESSIONID=00000G4aWmvo:worker2                | /cart
            Cookie: JSESSIONID=00000G4aWmvo:old:worker2            | /cart
            Cookie: JSESSIONID=abc.worker2.a                       | /cart
            Cookie: JSESSIONID=abc.gone.worker2                    | /cart
            Cookie: JSESSIONID=abc!worker2                         | /cart
            Cookie: JSESSIONID=abc.gone; JSESSIONID=abc.worker2    | /cart
            X: y                                                   | /cart;jsessionid=abc.worker2?a=;jsessionid=x.a
            X: y                                                   | /shop;v=1/cart;jsessionid=abc.worker2;b=c
            """)
    void aRouteLeadsToItsNode(String field, String target) {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);

        assertThat(goesTo2(stand, "GET " + target + " HTTP/1.1\r\nHost: shop\r\n" + field + "\r\n\r\n"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Cookie: JSESSIONID=worker2                             | /cart
            Cookie: JSESSIONID=abc.b                               | /cart
            Cookie: JSESSIONID=abc.                                | /cart
            Cookie: JSESSIONID=abc.Worker2                         | /cart
            Cookie: JSESSIONID=abc.a.worker2                       | /cart
            X: y                                                   | /cart?x=;jsessionid=abc.worker2
            X: y                                                   | /cart;jsession=abc.worker2
            Cookie: JSESSIONID=abc.a                               | /cart;jsessionid=abc.worker2
            """)
    void whatIsNoRouteOfTheNodeDoesNotLeadThere(String field, String target) {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);

        assertThat(goesTo2(stand, "GET " + target + " HTTP/1.1\r\nHost: shop\r\n" + field + "\r\n\r\n"))
                .isFalse();
    }

    @Test
    void aReplicaServesTheSessionsOfANodeThatIsGone() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        stand.want(1, AdminState.MAINT);

        assertThat(goesTo2(stand, get("Cookie: JSESSIONID=abc.a.worker2\r\n"))).isTrue();
    }

    @Test
    void aRouteIsLearnedFromTheAnswerThatSetsIt() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        Peer busy = stand.client();
        busy.sends(get(""));
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(2).sends(OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=abc.node0; Path=/\r\n\r\n"));
        assertThat(client.got())
                .contains("Set-Cookie: JSESSIONID=abc.node0; Path=/\r\n")
                .doesNotContain("EVENKEEL");
        stand.answer(1, OK);

        assertThat(goesTo2(stand, get("Cookie: JSESSIONID=xyz.node0\r\n"))).isTrue();
    }
}
