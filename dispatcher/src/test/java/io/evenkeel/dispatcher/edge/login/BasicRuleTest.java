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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords, checked when the test lets them. */
class BasicRuleTest {

    /** The hash of "change me", at the least cost. */
    private static final String HASH = "$2b$04$abcdefghijklmnopqrstuu9TZCje2SiNZlD32yso8m7CjQBbfb7i.";

    /** The hash of "change mé" by another implementation of Argon2, at a low cost. */
    private static final String ARGON2 =
            "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQxMjM0NTY3OA$ncQyvBSbZOUhHWheeiYZd0J63kDr3K5pAghibP9X83o";

    private static final long STEP_NS = ProvedBefore.LASTS_NS - 1_000_000_000L;

    private final Deque<Runnable> checks = new ArrayDeque<>();
    private final Deque<Runnable> argon2Checks = new ArrayDeque<>();
    private final List<LoginVerdict> later = new ArrayList<>();
    private final BasicRule rule = rule(Map.of("ann", HASH));

    private BasicRule rule(Map<String, String> users) {
        return new BasicRule(new BasicSettings("r", users), peer -> false, checks::add, argon2Checks::add);
    }

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
    void aPasswordInUseIsKnownForAnHourAndNoLonger() {
        assertThat(checked(0, basic("ann:change me"))).isEqualTo(LoginVerdict.ADMITTED);
        for (long nowNs = STEP_NS; nowNs < BasicRule.KNOWN_NS; nowNs += STEP_NS) {
            assertThat(ask(nowNs, basic("ann:change me"))).isEqualTo(LoginVerdict.ADMITTED);
        }
        assertThat(ask(BasicRule.KNOWN_NS - 1, basic("ann:change me"))).isEqualTo(LoginVerdict.ADMITTED);
        assertThat(ask(BasicRule.KNOWN_NS, basic("ann:change me"))).isEqualTo(LoginVerdict.LATER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ARGON2,
                "$argon2i$v=19$m=128,t=2,p=2$c2FsdHNhbHQxMjM0NTY3OA$Apw55LhMguWxmMOH0DvCnrs+0BawicWHErueylUZHb8",
                "$argon2d$v=19$m=64,t=3,p=1$c2FsdHNhbHQxMjM0NTY3OA$socR0B390PzC1pzqowxQw7EZ98qHT2v9c2N028LeT9Q"
            })
    void hashesOfArgon2AreChecked(String hash) {
        BasicRule great = rule(Map.of("ann", hash));

        assertThat(greatlyChecked(great, "ann:change mé")).isEqualTo(LoginVerdict.ADMITTED);
        assertThat(greatlyChecked(great, "ann:change me")).isEqualTo(LoginVerdict.REFUSED);
        assertThat(greatlyChecked(great, "bob:change mé")).isEqualTo(LoginVerdict.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$argon2id$v=19$m=64,t=1,p=0$c2FsdHNhbHQ$AAAAAA", "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHQ$AAAAA"
            })
    void aHashThatCannotBeCheckedFitsNoPassword(String hash) {
        assertThat(greatlyChecked(rule(Map.of("ann", hash)), "ann:change me")).isEqualTo(LoginVerdict.REFUSED);
    }

    private LoginVerdict greatlyChecked(BasicRule great, String pair) {
        assertThat(great.ask(head(basic(pair)), origin(), 0, each -> later.add(each.verdict()))
                        .verdict())
                .isEqualTo(LoginVerdict.LATER);
        assertThat(checks).isEmpty();
        argon2Checks.remove().run();
        return later.remove(0);
    }

    @Test
    void oneCheckByArgon2IsMadeAtATimeInTheProcess() throws Exception {
        BasicSettings settings = new BasicSettings("r", Map.of("ann", ARGON2));
        ThreadPoolExecutor alone = (ThreadPoolExecutor) CheckThreads.ARGON2_PASSWORDS;
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<LoginVerdict> second = new CompletableFuture<>();

        new BasicRule(settings, peer -> false).ask(head(basic("ann:a")), origin(), 0, each -> {
            first.countDown();
            awaitUninterrupted(go);
        });
        first.await();
        new BasicRule(settings, peer -> false)
                .ask(head(basic("ann:b")), origin(), 0, each -> second.complete(each.verdict()));

        assertThat(alone.getQueue()).as("the second one waits").hasSize(1);
        go.countDown();
        assertThat(second.get()).isEqualTo(LoginVerdict.REFUSED);
        assertThat(alone.getLargestPoolSize()).isEqualTo(1);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Three of four users cost a check by bcrypt and one costs one by Argon2, and so do names without a user. */
    @Test
    void namesWithoutAUserCostAsUsersDo() {
        BasicRule mixed =
                rule(Map.of("a", HASH, "b", HASH.replace("i.", "i/"), "c", HASH.replace("i.", "i0"), "d", ARGON2));
        for (int k = 0; k < 4_000; k++) {
            long nowNs = 1_000_000_000L * BasicRule.TRY_S * k;
            assertThat(mixed.ask(head(basic("nobody" + k + ":x")), origin(), nowNs, each -> {})
                            .verdict())
                    .isEqualTo(LoginVerdict.LATER);
        }
        assertThat(argon2Checks).hasSizeBetween(900, 1_100);
        assertThat(checks).hasSize(4_000 - argon2Checks.size());
    }

    @Test
    void aNameWithoutAUserAlwaysCostsTheSame() {
        DummyHashes before = new DummyHashes(List.of("h1", "h2", "h3", "h4"));
        DummyHashes afterRestart = new DummyHashes(List.of("h4", "h2", "h1", "h3"));
        Set<String> seen = new TreeSet<>();
        for (int k = 0; k < 100; k++) {
            assertThat(afterRestart.of("nobody" + k)).isEqualTo(before.of("nobody" + k));
            seen.add(before.of("nobody" + k));
        }
        assertThat(seen).containsExactly("h1", "h2", "h3", "h4");
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
        Executor none = check -> {
            throw new RejectedExecutionException();
        };
        BasicRule full =
                new BasicRule(new BasicSettings("r", Map.of("ann", HASH, "bob", ARGON2)), peer -> false, none, none);

        assertThat(full.ask(head(basic("ann:x")), origin(), 0, each -> {}).verdict())
                .isEqualTo(LoginVerdict.BUSY);
        assertThat(full.ask(head(basic("bob:x")), origin(), 0, each -> {}).verdict())
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
        ProvedBefore proved = new ProvedBefore(ProvedBefore.LASTS_NS);
        for (int k = 0; k < 3 * ProvedBefore.MOST; k++) {
            proved.add(proved.name("p" + k), LoginAnswer.ADMITTED, 0, Long.MAX_VALUE);
        }
        assertThat(proved.size()).isBetween(1, ProvedBefore.MOST);
    }
}
