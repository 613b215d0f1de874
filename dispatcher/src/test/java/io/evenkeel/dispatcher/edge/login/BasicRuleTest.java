// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.listener.BasicSettings;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.edge.login.LoginRule.LoginAnswer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Passwords, checked when the test lets them. */
class BasicRuleTest {

    /** The hash of "change me", at the least cost. */
    private static final String HASH = "$2b$04$abcdefghijklmnopqrstuu9TZCje2SiNZlD32yso8m7CjQBbfb7i.";

    private final Deque<Runnable> checks = new ArrayDeque<>();
    private final List<LoginVerdict> later = new ArrayList<>();
    private final BasicRule rule =
            new BasicRule(new BasicSettings("r", Map.of("ann", HASH)), peer -> false, checks::add);

    private static RequestHead head(String... lines) {
        byte[] octets = ("GET / HTTP/1.1\r\nHost: a\r\n" + String.join("", lines) + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        return head;
    }

    private static Origin origin() {
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        return new Origin(here, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, false), false);
    }

    private static String basic(String pair) {
        return "Authorization: basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }

    private LoginVerdict ask(long nowNs, String... lines) {
        LoginAnswer answer = rule.ask(head(lines), origin(), nowNs, each -> later.add(each.verdict()));
        return answer.verdict();
    }

    private LoginVerdict checked(long nowNs, String... lines) {
        assertThat(ask(nowNs, lines)).isEqualTo(LoginVerdict.LATER);
        checks.remove().run();
        return later.remove(0);
    }

    @Test
    void aPasswordIsCheckedOnceAndThenRememberedForAWhile() {
        assertThat(checked(0, basic("ann:change me"))).isEqualTo(LoginVerdict.ADMITTED);
        assertThat(ask(1, basic("ann:change me"))).isEqualTo(LoginVerdict.ADMITTED);
        assertThat(checks).isEmpty();
        assertThat(ask(ProvedBefore.LASTS_NS + 1, basic("ann:change me"))).isEqualTo(LoginVerdict.LATER);
    }

    @Test
    void othersAreRefused() {
        assertThat(checked(0, basic("ann:wrong"))).isEqualTo(LoginVerdict.REFUSED);
        assertThat(checked(0, basic("bob:change me"))).isEqualTo(LoginVerdict.REFUSED);
        assertThat(checked(0, basic("ann:wrong")))
                .as("nothing wrong is remembered")
                .isEqualTo(LoginVerdict.REFUSED);
    }

    @Test
    void whatIsNoPasswordIsNotChecked() {
        assertThat(ask(0)).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(0, "Authorization: Basic\r\n")).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(0, "Authorization: Basic ====\r\n")).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(0, basic("ann"))).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(0, "Authorization: Bearer YW5uOmNoYW5nZSBtZQ==\r\n")).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(0, basic("ann:change me"), basic("ann:change me"))).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(0, basic("ann:" + "x".repeat(2000)))).isEqualTo(LoginVerdict.REFUSED);
        assertThat(checks).isEmpty();
    }

    @Test
    void whoTriesTooOftenIsNotCheckedAnyMore() {
        for (int k = 0; k < BasicRule.BURST; k++) {
            assertThat(checked(0, basic("ann:" + k))).isEqualTo(LoginVerdict.REFUSED);
        }
        assertThat(ask(0, basic("ann:change me"))).isEqualTo(LoginVerdict.TOO_OFTEN);
        long soonNs = BasicRule.TRY_S * 1_000_000_000L;
        assertThat(checked(soonNs, basic("ann:change me"))).isEqualTo(LoginVerdict.ADMITTED);
    }

    @Test
    void tooManyChecksThatWaitAreRefused() {
        BasicRule full = new BasicRule(new BasicSettings("r", Map.of("ann", HASH)), peer -> false, check -> {
            throw new RejectedExecutionException();
        });

        assertThat(full.ask(head(basic("ann:x")), origin(), 0, each -> {}).verdict())
                .isEqualTo(LoginVerdict.BUSY);
    }

    @Test
    void aCheckThatFailsIsAnsweredToo() {
        Runnable check = CheckThreads.answering(
                () -> {
                    throw new StackOverflowError();
                },
                each -> later.add(each.verdict()));

        assertThatThrownBy(check::run).isInstanceOf(StackOverflowError.class);
        assertThat(later).containsExactly(LoginVerdict.BUSY);
    }

    @Test
    void whatIsRememberedIsBounded() {
        ProvedBefore proved = new ProvedBefore();
        for (int k = 0; k < 3 * ProvedBefore.MOST; k++) {
            proved.add(proved.name("p" + k), LoginAnswer.ADMITTED, 0, Long.MAX_VALUE);
        }
        assertThat(proved.size()).isBetween(1, ProvedBefore.MOST);
    }
}
