// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests for one node that takes one task at a time. */
class OverloadLifeTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Pattern COOKIE = Pattern.compile("EVENKEEL=[A-Za-z0-9_-]{39}");

    private static MemoryStand stand(OverloadSettings overload) {
        return stand(s -> {}, overload);
    }

    private static MemoryStand stand(Consumer<TestSettings> front, OverloadSettings overload) {
        return new MemoryStand(0, front, c -> {
            c.nodes.add(ClusterFixture.node("a", 1));
            c.queue = new QueueSettings(1, Duration.ofMillis(600));
            c.affinity = new AffinitySettings(
                    Mode.COOKIE, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));
            c.overload = overload;
        });
    }

    private static OverloadSettings classes() {
        QueueClass pay = new QueueClass("pay", "/pay", null, null, null, SessionKind.ANY, List.of(), 0, 1);
        return new OverloadSettings(false, List.of(pay), "x-patience-ms", null);
    }

    private static String get(String path, String fields) {
        return "GET " + path + " HTTP/1.1\r\nHost: shop\r\n" + fields + "\r\n";
    }

    private static Peer asks(MemoryStand stand, String request) {
        Peer client = stand.client();
        client.sends(request);
        return client;
    }

    @Test
    void theClassWithThePriorityIsServedFirst() {
        MemoryStand stand = stand(classes());
        asks(stand, get("/", ""));
        Peer node = stand.node(1);
        asks(stand, get("/slow", ""));
        asks(stand, get("/pay/now", ""));
        node.got();
        node.sends(OK);
        assertThat(node.got()).startsWith("GET /pay/now");
        node.sends(OK);
        assertThat(node.got()).startsWith("GET /slow");
    }

    /** All clients of the stand connect from 127.0.0.1; behind a proxy the network of a class is that of the client. */
    @ParameterizedTest
    @CsvSource({
        "127.0.0.0/8, 203.0.113.9, GET /near",
        "127.0.0.0/8, '203.0.113.9, 127.0.0.2', GET /near",
        "127.0.0.0/8, '203.0.113.9, 198.51.100.1', GET /far",
        "10.0.0.0/8, 203.0.113.9, GET /far"
    })
    void theNetworkOfAClassIsThatOfTheClientBeforeTrustedProxies(String trusted, String forwardedFor, String first) {
        QueueClass near = new QueueClass(
                "near", null, null, null, null, SessionKind.ANY, List.of(Network.parse("203.0.113.0/24")), 0, 1);
        MemoryStand stand = stand(s -> s.trusting(trusted), new OverloadSettings(false, List.of(near), null, null));
        asks(stand, get("/", ""));
        Peer node = stand.node(1);
        asks(stand, get("/far", ""));
        asks(stand, get("/near", "X-Forwarded-For: " + forwardedFor + "\r\n"));
        node.got();

        node.sends(OK);

        assertThat(node.got()).startsWith(first);
    }

    @Test
    void aClientDoesNotWaitForLongerThanItSays() {
        MemoryStand stand = stand(classes());
        asks(stand, get("/", ""));
        Peer node = stand.node(1);
        node.got();
        Peer hasty = asks(stand, get("/pay", "X-Patience-Ms: 100\r\n"));
        stand.pass(Duration.ofMillis(300));
        assertThat(hasty.got()).startsWith("HTTP/1.1 503 ").contains("queue-timeout");
        node.sends(OK);
        assertThat(node.got()).as("it is not sent any more").isEmpty();
    }

    @Test
    void aRequestThatALateQueueDropsIsRefusedForThat() {
        MemoryStand stand = stand(classes());
        asks(stand, get("/", ""));
        stand.node(1).got();
        Peer first = asks(stand, get("/", ""));
        stand.pass(Duration.ofMillis(300));
        asks(stand, get("/", ""));
        stand.pass(Duration.ofMillis(200));
        asks(stand, get("/", ""));

        assertThat(first.got()).startsWith("HTTP/1.1 503 ").contains("queue-late");
    }

    @Test
    void theTimeToComeAgainIsReckonedAndAPageShown() {
        OverloadSettings shown =
                new OverloadSettings(false, classes().classes(), null, "<p>{{reason}} {{retry-after}}</p>");
        MemoryStand stand = stand(shown);
        asks(stand, get("/", ""));
        for (int i = 0; i < 50; i++) {
            asks(stand, get("/", ""));
        }
        String last = asks(stand, get("/", "")).got();
        assertThat(last)
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 60\r\n")
                .endsWith("<p>queue-full 60</p>");
        assertThat(asks(stand, get("/", "Accept: application/json\r\n")).got())
                .contains("Content-Type: application/json", "\"reason\":\"queue-full\"");
    }

    /** Nobody tells what the node can do, so tasks must wait before sessions are refused. */
    @Test
    void whoHasASessionPassesWhereNewOnesAreRefused() {
        MemoryStand stand = stand(new OverloadSettings(true, List.of(), null, null));
        Peer client = asks(stand, get("/", ""));
        Peer node = stand.node(1);
        node.sends(OK);
        Matcher cookie = COOKIE.matcher(client.got());
        assertThat(cookie.find()).isTrue();
        for (int i = 0; i < 40; i++) {
            asks(stand, get("/hold", "Cookie: " + cookie.group() + "\r\n"));
            asks(stand, get("/wait", "Cookie: " + cookie.group() + "\r\n"));
            stand.pass(Duration.ofMillis(350));
            node.sends(OK);
            node.sends(OK);
        }
        int refused = 0;
        for (int i = 0; i < 20; i++) {
            String answer = asks(stand, get("/new", "")).got();
            refused += answer.contains("no-new-sessions") ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(10);
        Peer running = asks(stand, get("/runs", "Cookie: " + cookie.group() + "\r\n"));
        assertThat(running.got()).doesNotContain("no-new-sessions");
    }
}
