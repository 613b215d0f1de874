// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassRulesTest {

    private static QueueClass rule(
            @Nullable String path, @Nullable String host, @Nullable String header, @Nullable String cookie) {
        return new QueueClass("a", path, host, header, cookie, SessionKind.ANY, List.of(), 0, 0);
    }

    private static int find(QueueClass rule, String target, String fields, boolean running) {
        return find(List.of(rule), target, fields, "192.0.2.7", running);
    }

    private static int find(List<QueueClass> rules, String target, String fields, String client, boolean running) {
        byte[] octets = Octets.ascii("GET " + target + " HTTP/1.1\r\n" + fields + "\r\n");
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.NONE)).isPositive();
        RoutePath path = new RoutePath();
        path.read(octets, head.target().pathAt(), head.target().end());
        return new ClassRules(rules).find(head, path, new InetSocketAddress(client, 1).getAddress(), running);
    }

    @ParameterizedTest
    @CsvSource({"/shop, 1", "/shop/cart?x=1, 1", "/shop/../pay, 0", "/shopping, 0", "/, 0"})
    void pathsAreComparedAsServersReadThem(String target, int expected) {
        assertThat(find(rule("/shop", null, null, null), target, "Host: a\r\n", false))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example.org, 1, 0",
        "SHOP.example.org.:8080, 1, 0",
        "a.shop.example.org, 0, 1",
        "example.org, 0, 0",
        "xshop.example.org, 0, 0"
    })
    void hostsAreComparedWithoutPortAndCase(String host, int whole, int below) {
        String field = "Host: " + host + "\r\n";
        assertThat(find(rule(null, "shop.example.org", null, null), "/", field, false))
                .isEqualTo(whole);
        assertThat(find(rule(null, "*.shop.example.org", null, null), "/", field, false))
                .isEqualTo(below);
    }

    @Test
    void aPrefixWithAParameterAndAHostInCapitalsMeanWhatTheyMeanForRoutes() {
        assertThat(find(rule("/a;x=1", null, null, null), "/a", "Host: a\r\n", false))
                .isZero();
        assertThat(find(rule(null, "Shop.Example.org", null, null), "/", "Host: shop.example.org\r\n", false))
                .isEqualTo(1);
    }

    @Test
    void aFieldOrCookieFitsWithTheValueThatIsWanted() {
        String fields = "Host: a\r\nx-plan: free\r\nX-Plan: gold\r\nCookie: b=2; member=1\r\n";
        assertThat(find(rule(null, null, "X-Plan", null), "/", fields, false)).isEqualTo(1);
        assertThat(find(rule(null, null, "X-Plan: gold", null), "/", fields, false))
                .isEqualTo(1);
        assertThat(find(rule(null, null, "X-Plan: silver", null), "/", fields, false))
                .isZero();
        assertThat(find(rule(null, null, "X-Plans", null), "/", fields, false)).isZero();
        assertThat(find(rule(null, null, null, "member"), "/", fields, false)).isEqualTo(1);
        assertThat(find(rule(null, null, null, "member=1"), "/", fields, false)).isEqualTo(1);
        assertThat(find(rule(null, null, null, "member=2"), "/", fields, false)).isZero();
        assertThat(find(rule(null, null, null, "Member"), "/", fields, false)).isZero();
    }

    @Test
    void theFirstClassThatFitsWhollyCounts() {
        QueueClass robots = new QueueClass(
                "robots", null, null, null, null, SessionKind.ANY, List.of(Network.parse("10.9.0.0/16")), 0, 0);
        QueueClass running = new QueueClass("running", "/shop", null, null, null, SessionKind.RUNNING, List.of(), 0, 0);
        QueueClass fresh = new QueueClass("fresh", null, null, null, null, SessionKind.NEW, List.of(), 0, 0);
        List<QueueClass> rules = List.of(robots, running, fresh);
        assertThat(find(rules, "/shop", "Host: a\r\n", "10.9.1.1", true)).isEqualTo(1);
        assertThat(find(rules, "/shop", "Host: a\r\n", "10.8.1.1", true)).isEqualTo(2);
        assertThat(find(rules, "/shop", "Host: a\r\n", "10.8.1.1", false)).isEqualTo(3);
        assertThat(find(rules, "/", "Host: a\r\n", "10.8.1.1", true)).isZero();
        assertThat(new ClassRules(rules).tellsSessions()).isTrue();
        assertThat(new ClassRules(List.of(robots)).tellsSessions()).isFalse();
        assertThat(new ClassRules(List.of(robots)).tellsNetworks()).isTrue();
        assertThat(new ClassRules(List.of(running, fresh)).tellsNetworks()).isFalse();
    }
}
