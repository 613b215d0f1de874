// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of two nodes that belong to one of them. The policy gives each request to the node with fewer tasks, the
 * first of equals, so node 1 gets whatever is free to go anywhere.
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

    @ParameterizedTest
    @ValueSource(strings = {"EVENKEEL=x; %s", "%s; EVENKEEL=x", "%1$s; %1$s"})
    void aCookieBesideOneThatIsNotOursCounts(String sent) {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String cookie = atNode2(stand);

        assertThat(goesTo2(stand, get("Cookie: " + sent.formatted(cookie) + "\r\n")))
                .isTrue();
    }

    @Test
    void cookiesOfTwoNodesAreNone() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String second = atNode2(stand);
        Peer client = stand.client();
        client.sends(get(""));
        stand.answer(1, OK);
        String first = cookie(client.got());

        assertThat(goesTo2(stand, get("Cookie: " + second + "; " + first + "\r\n")))
                .isFalse();
        assertThat(stand.sessions().marks()).doesNotContainEntry("doubled", 1L);
        stand.answer(1, OK);
        assertThat(stand.sessions().marks()).containsEntry("doubled", 1L);
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

    /** Nobody has noticed yet that the node is gone, and nothing was sent to it. */
    @Test
    void aStrictSessionWhoseNodeRefusesToConnectIsToldToComeBack() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, true);
        stand.network().refuses(2);
        Peer client = stand.client();

        client.sends(withSession("abc.worker2"));

        assertThat(client.got()).startsWith("HTTP/1.1 503 ").contains("\r\nRetry-After: 1\r\n");
        assertThat(stand.traffic().refused()).containsExactly(Map.entry("home-gone", 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aSessionWhoseNodeRefusesToConnectIsServedElsewhere(String method) {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        stand.network().refuses(2);
        Peer client = stand.client();

        client.sends(withSession("abc.worker2").replace("GET", method));

        stand.answer(1, OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 ");
    }

    /** Its node was killed: the kept connection dies first, then there is nobody to connect to. */
    @Test
    void aSessionOfAKilledNodeIsServedElsewhereAfterItsKeptConnectionDied() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        Peer client = stand.client();
        client.sends(withSession("abc.worker2"));
        stand.answer(2, OK);
        client.got();
        stand.network().refuses(2);

        client.sends(withSession("abc.worker2"));
        stand.breaksOn(2);

        stand.answer(1, OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aSessionIsServedElsewhereWhenTheNewConnectionToItsNodeDiesToo() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        Peer client = stand.client();
        client.sends(withSession("abc.worker2"));
        stand.answer(2, OK);
        client.got();

        client.sends(withSession("abc.worker2"));
        stand.breaksOn(2);
        stand.node(2).breaks();

        stand.answer(1, OK);
        assertThat(client.got()).startsWith("HTTP/1.1 200 ");
    }

    /** Node 1 is free and the policy's choice. */
    @Test
    void theReplicaServesASessionWhoseNodeRefusesToConnect() {
        MemoryStand stand = new MemoryStand(3, s -> {}, c -> {
            c.affinity = new AffinitySettings(
                    Mode.JVM_ROUTE, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));
        });
        stand.network().refuses(3);

        assertThat(goesTo2(stand, withSession("abc.c.b"))).isTrue();
    }

    @Test
    void aFailureOfTheApplicationBeginsNoSession() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(1).sends("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");

        assertThat(client.got()).startsWith("HTTP/1.1 500").doesNotContain("Set-Cookie");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Cache-Control: public, max-age=600        | false
            Cache-Control: max-age=60 ,S-MaxAge=60    | false
            Cache-Control: max-age=60                 | false
            Cache-Control: max-age=0                  | true
            Cache-Control: public, no-cache           | true
            Expires: Thu, 01 Jan 2037 00:00:00 GMT    | false
            Expires: Thu, 19 Nov 1981 08:52:00 GMT    | true
            Expires: 0                                | true
            Cache-Control: public, no-store           | true
            Cache-Control: private, s-maxage=1        | true
            Cache-Control: private="X-A", public      | false
            X-Cache-Control: public                   | true
            Cache-Control: publicity                  | true
            """)
    void anAnswerForSharedCachesSetsNoCookie(String field, boolean sets) {
        MemoryStand stand = stand(Mode.COOKIE, false);
        Peer client = stand.client();
        client.sends(get(""));
        stand.node(1).sends(OK.replace("\r\n\r\n", "\r\n" + field + "\r\n\r\n"));

        assertThat(client.got().contains("Set-Cookie")).isEqualTo(sets);
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

    /** Node 1 is free and the policy's choice; the second route of the session counts before it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReplicaServesTheSessionsOfANodeThatIsGone(boolean policyDecides) {
        MemoryStand stand = new MemoryStand(3, s -> {}, c -> {
            c.affinity = new AffinitySettings(
                    Mode.JVM_ROUTE, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));
            c.policy = policyDecides ? new Homing() : c.policy;
        });
        stand.want(3, AdminState.MAINT);

        assertThat(goesTo2(stand, get("Cookie: JSESSIONID=abc.c.b\r\n"))).isTrue();
        assertThat(goesTo2(stand, get("Cookie: JSESSIONID=abc.c\r\n"))).isFalse();
    }

    /** Sends tasks home, and others to the first node. */
    private static final class Homing implements Policy {

        @Override
        public boolean decidesHomes() {
            return true;
        }

        @Override
        public int choose(Task task, Nodes nodes) {
            return nodes.home() >= 0 ? nodes.home() : nodes.at(0);
        }
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

    @Test
    void aServerWithoutARouteIsNamed() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        stand.client().sends(get(""));
        stand.node(1).sends(begins("abc"));

        assertThat(stand.sessions().route("a").fault()).isEqualTo("sets sessions without a route");
        assertThat(stand.sessions().route("b").fault()).isEmpty();
    }

    /** A sign-out, and sessions of servers that have a route. */
    @ParameterizedTest
    @ValueSource(strings = {"gone; Max-Age=0", "; Path=/", "abc.a; Path=/", "00000G4aWmvo:a"})
    void aServerWithARouteIsNotNamed(String cookie) {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        stand.client().sends(get(""));
        stand.node(1).sends(OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=" + cookie + "\r\n\r\n"));

        assertThat(stand.sessions().route("a").fault()).isEmpty();
    }

    /** Liberty puts its own clone behind the one that the session came with. */
    @Test
    void aRouteOfAnotherNodeInFrontOfTheOwnTeachesNothing() {
        MemoryStand stand = stand(Mode.JVM_ROUTE, false);
        stand.client().sends(get(""));
        stand.node(1);
        stand.client().sends(get(""));
        stand.node(2).sends(begins("00000G4aWmvo:clone2"));
        stand.answer(1, begins("00000G4aWmvo:clone2:clone1"));

        assertThat(goesTo2(stand, withSession("00000G4aWmvo:clone2"))).isTrue();
    }

    /** An answer of the application that begins a session. */
    private static String begins(String session) {
        return OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=" + session + "; Path=/; HttpOnly\r\n\r\n");
    }

    /** Begins a session at node 2, because node 1 was busy. */
    private static void beginAtNode2(MemoryStand stand, String session) {
        stand.client().sends(get(""));
        stand.node(1);
        stand.client().sends(get(""));
        stand.node(2).sends(begins(session));
        stand.answer(1, OK);
    }

    private static String withSession(String session) {
        return get("Cookie: theme=dark; JSESSIONID=" + session + "\r\n");
    }

    @Test
    void aSessionIsRememberedWithTheNodeThatSetIt() {
        MemoryStand stand = stand(Mode.LEARNED, false);
        beginAtNode2(stand, "0A1B2C3D");

        assertThat(goesTo2(stand, withSession("0A1B2C3D"))).isTrue();
        assertThat(goesTo2(stand, withSession("0A1B2C3E"))).isFalse();
    }

    @Test
    void aSessionThatTheApplicationEndsIsForgotten() {
        MemoryStand stand = stand(Mode.LEARNED, false);
        beginAtNode2(stand, "0A1B2C3D");
        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(2, OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=x; Max-Age=0; Path=/\r\n\r\n"));

        assertThat(goesTo2(stand, withSession("0A1B2C3D"))).isFalse();
    }

    @Test
    void aSessionIsOverAfterTheIdleTime() {
        MemoryStand stand = stand(Mode.LEARNED, false);
        beginAtNode2(stand, "0A1B2C3D");
        stand.pass(Duration.ofMinutes(31));

        assertThat(goesTo2(stand, withSession("0A1B2C3D"))).isFalse();
    }

    @Test
    void aSessionThatAnotherNodeTakesOverIsAtHomeThere() {
        MemoryStand stand = stand(Mode.LEARNED, false);
        beginAtNode2(stand, "0A1B2C3D");
        stand.want(2, AdminState.MAINT);
        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(1, OK);
        stand.want(2, AdminState.READY);

        assertThat(goesTo2(stand, withSession("0A1B2C3D"))).isFalse();
        assertThat(stand.sessions().moved()).isEqualTo(1);
        assertThat(stand.sessions().broken()).isZero();
    }

    @Test
    void anAddressStaysAtItsNode() {
        MemoryStand stand = stand(Mode.SOURCE_IP, false);
        stand.client().sends(get(""));
        stand.answer(1, OK);
        stand.client().sends(get(""));
        stand.client().sends(get(""));

        assertThat(stand.tasks(1)).isEqualTo(2);
        assertThat(stand.tasks(2)).isZero();
    }

    /** Without affinity: the application of node 1 does not know the session of node 2, and begins another one. */
    @Test
    void aSessionThatANodeReplacesIsBroken() {
        MemoryStand stand = stand(Mode.NONE, false);
        beginAtNode2(stand, "0A1B2C3D");

        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(1, begins("FFFFFFFF"));

        assertThat(stand.sessions().broken()).isEqualTo(1);
        assertThat(stand.sessions().node("b").active()).isZero();
        assertThat(stand.sessions().total()).isEqualTo(new SessionFigures(1, 2, 0, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "0A1B2C3D, 0A1B2C3D.worker2", // the node adds its route
        "0A1B2C3D.a, 0A1B2C3D.worker2", // the session moves with its copy
        "0A1B2C3D:a, 0A1B2C3D:a:worker2", // Liberty appends a clone
        "00000G4aWmvo:x, 00010G4aWmvo:x", // and counts what it has read from its store
        "00000G4aWmvo:a, 00010G4aWmvo:a:worker2",
    })
    void aSessionWithAnotherRouteIsTheSame(String before, String after) {
        MemoryStand stand = stand(Mode.NONE, false);
        stand.client().sends(get(""));
        stand.answer(1, begins(before));
        stand.client().sends(get(""));
        stand.client().sends(withSession(before));

        stand.answer(2, begins(after));

        assertThat(stand.sessions().broken()).isZero();
        assertThat(stand.sessions().total().began()).isEqualTo(1);
    }

    /** Applications give a session another identifier at a login. */
    @Test
    void aSessionThatItsOwnNodeRenamesIsNotBroken() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        stand.client().sends(get(""));
        stand.answer(1, begins("0A1B2C3D"));
        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(1, begins("FFFFFFFF"));

        assertThat(stand.sessions().broken()).isZero();
        assertThat(stand.sessions().total()).isEqualTo(new SessionFigures(1, 1, 0, 0, 0));
    }

    @Test
    void aLearnedSessionThatItsNodeRenamesStaysThere() {
        MemoryStand stand = stand(Mode.LEARNED, false);
        beginAtNode2(stand, "0A1B2C3D");
        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(2, begins("FFFFFFFF"));

        assertThat(goesTo2(stand, withSession("FFFFFFFF"))).isTrue();
    }

    @Test
    void sessionsAreCountedByNode() {
        MemoryStand stand = stand(Mode.NONE, false);
        beginAtNode2(stand, "0A1B2C3D");
        stand.pass(Duration.ofSeconds(10));
        stand.want(1, AdminState.MAINT);
        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(2, OK);
        assertThat(stand.sessions().node("b").active()).isEqualTo(1);
        assertThat(stand.sessions().node("a").active()).isZero();

        stand.pass(Duration.ofMinutes(31));
        stand.sweep();

        SessionFigures figures = stand.sessions().total();
        assertThat(figures).isEqualTo(new SessionFigures(0, 1, 1, 2, 10));
        assertThat(figures.meanThinkSeconds()).isEqualTo(10);
    }

    @Test
    void aFailureMovesNoSession() {
        MemoryStand stand = stand(Mode.LEARNED, false);
        beginAtNode2(stand, "0A1B2C3D");
        stand.want(2, AdminState.MAINT);
        stand.client().sends(withSession("0A1B2C3D"));
        stand.answer(1, "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
        stand.want(2, AdminState.READY);

        assertThat(goesTo2(stand, withSession("0A1B2C3D"))).isTrue();
    }

    /** As after a restart: the cookie names the node, and the session is new to the table. */
    @Test
    void aSessionThatBeganBeforeTheStartIsSeenAtItsHome() {
        String cookie = atNode2(stand(Mode.COOKIE, false));
        MemoryStand restarted = stand(Mode.COOKIE, false);
        restarted.client().sends(get("Cookie: " + cookie + "; JSESSIONID=0A1B2C3D\r\n"));
        restarted.answer(2, OK);

        assertThat(restarted.sessions().node("b").active()).isEqualTo(1);
    }

    /** The node closed an idle connection, which says nothing about the session. */
    @Test
    void aStaleConnectionMovesNoSession() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String cookie = atNode2(stand);
        stand.client().sends(get("Cookie: " + cookie + "\r\n"));
        stand.breaksOn(2);

        assertThat(stand.tasks(2)).isEqualTo(1);
        stand.answer(2, OK);
    }

    /** As a collection of the node's heap: another node has nothing of the session. */
    @Test
    void aSessionStaysAtANodeThatPausesForLessThanTwoSeconds() {
        MemoryStand stand = stand(Mode.COOKIE, false);
        String withCookie = get("Cookie: " + atNode2(stand) + "\r\n");
        stand.client().sends(withCookie);
        stand.client().sends(withCookie);
        stand.pass(Duration.ofSeconds(1));
        assertThat(stand.state(2)).isEqualTo(NodeState.SILENT);

        stand.client().sends(withCookie);
        assertThat(stand.tasks(2)).isEqualTo(3);

        stand.pass(Duration.ofMillis(1_500));
        assertThat(stand.tasks(2)).as("that wait there").isZero();
        assertThat(stand.tasks(1)).as("that went where they are answered").isEqualTo(3);
        stand.client().sends(withCookie);
        assertThat(stand.tasks(1)).isEqualTo(4);
    }
}
