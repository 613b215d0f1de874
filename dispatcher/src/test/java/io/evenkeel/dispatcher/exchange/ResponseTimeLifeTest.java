// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Think times as policies see them. Paper 4, section 2.2: each web server records the time of its answer in a cookie,
 * so that another one to which the session's next request comes can compute the think time.
 */
class ResponseTimeLifeTest {

    private static final Pattern COOKIE = Pattern.compile("(?m)^Set-Cookie: (TIME=[A-Za-z0-9_-]{30})(;.*)$");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String BEGINS = OK.replace("\r\n\r\n", "\r\nSet-Cookie: JSESSIONID=0A1B; Path=/\r\n\r\n");
    private static final String STRANGERS = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n";

    /** Think times of the tasks so far, in milliseconds; -1 for none. */
    private final List<Long> thought = new ArrayList<>();

    /** Gives every task to the first node. */
    private final class Noting implements Policy {

        @Override
        public int choose(Task task, Nodes nodes) {
            return nodes.at(0);
        }

        @Override
        public void onStart(Task task, int slot, Nodes nodes) {
            thought.add(Math.floorDiv(task.thinkNs(), 1_000_000L));
        }
    }

    private MemoryStand stand(Mode mode, @Nullable String cookie) {
        return new MemoryStand(1, s -> {}, c -> {
            c.affinity = new AffinitySettings(
                    mode, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30), null, cookie);
            c.policy = new Noting();
        });
    }

    private static String with(String cookies) {
        return STRANGERS.replace("\r\n\r\n", "\r\nCookie: " + cookies + "\r\n\r\n");
    }

    /** The cookie with the time of the answer to a request. */
    private static String ask(MemoryStand stand, String request, String answer) {
        Peer client = stand.client();
        client.sends(request);
        stand.answer(1, answer);
        String got = client.got();
        Matcher line = COOKIE.matcher(got);
        assertThat(line.find()).as(got).isTrue();
        return line.group(1);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aDispatcherThatHasNotSeenASessionKnowsForHowLongItsUserHasThought(Mode mode) {
        MemoryStand first = stand(mode, "TIME");
        MemoryStand second = stand(mode, "TIME");
        first.pass(Duration.ofSeconds(3));
        String time = ask(first, STRANGERS, BEGINS);

        second.pass(Duration.ofMillis(10_300));
        ask(second, with("JSESSIONID=0A1B; " + time), OK);

        assertThat(thought).containsExactly(-1L, 7_300L);
    }

    @Test
    void eachAnswerOfTheSessionTellsItsOwnTime() {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        String time = ask(stand, STRANGERS, BEGINS);
        for (int i = 0; i < 2; i++) {
            stand.pass(Duration.ofMillis(4_500));
            time = ask(stand, with("JSESSIONID=0A1B; " + time), OK);
        }

        assertThat(thought).containsExactly(-1L, 4_500L, 4_500L);
    }

    /** The table of sessions knows whole seconds since the last request, which the answer came a while after. */
    @Test
    void theTimeOfTheAnswerCountsMoreThanThatOfTheRequest() {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        ask(stand, STRANGERS, BEGINS);
        Peer client = stand.client();
        client.sends(with("JSESSIONID=0A1B"));
        stand.pass(Duration.ofMillis(2_500));
        stand.answer(1, OK);
        Matcher line = COOKIE.matcher(client.got());
        assertThat(line.find()).isTrue();

        stand.pass(Duration.ofMillis(4_900));
        ask(stand, with("JSESSIONID=0A1B; " + line.group(1)), OK);

        assertThat(thought).containsExactly(-1L, 0L, 4_900L);
    }

    @Test
    void anOldCookieOfASessionThatIsKnownIsNotBelieved() {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        String old = ask(stand, STRANGERS, BEGINS);
        stand.pass(Duration.ofMinutes(1));
        ask(stand, with("JSESSIONID=0A1B; " + old), OK);
        stand.pass(Duration.ofSeconds(2));
        ask(stand, with("JSESSIONID=0A1B; " + old), OK);

        assertThat(thought).containsExactly(-1L, 60_000L, 2_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "; TIME=", "; TIME=x", "; TIME=AQAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void withoutAGoodCookieASessionThatIsNotKnownHasNoThinkTime(String cookie) {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        ask(stand, with("JSESSIONID=0A1B" + cookie), OK);

        assertThat(thought).containsExactly(-1L);
    }

    @Test
    void aRequestWithoutASessionHasNoThinkTime() {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        String time = ask(stand, STRANGERS, BEGINS);
        stand.client().sends(with(time));

        assertThat(thought).containsExactly(-1L, -1L);
    }

    @Test
    void theCookieHasTheAttributesOfTheDispatchersCookies() {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        Peer client = stand.client();
        client.sends(STRANGERS);
        stand.answer(1, BEGINS);

        Matcher line = COOKIE.matcher(client.got());
        assertThat(line.find()).isTrue();
        assertThat(line.group(2)).isEqualTo("; Path=/; HttpOnly; SameSite=Lax");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JSESSIONID=0A1B | HTTP/1.1 500 No
            JSESSIONID=0A1B | HTTP/1.1 304 Not Modified
            JSESSIONID=0A1B | HTTP/1.1 200 OK~Cache-Control: public, max-age=600
            other=1         | HTTP/1.1 200 OK
            """)
    void answersWithoutASessionFailuresAndThoseForSharedCachesTellNoTime(String cookie, String answer) {
        MemoryStand stand = stand(Mode.NONE, "TIME");
        Peer client = stand.client();
        client.sends(with(cookie));
        stand.answer(1, answer.replace("~", "\r\n") + "\r\nContent-Length: 0\r\n\r\n");

        assertThat(client.got()).startsWith(answer.substring(0, 12)).doesNotContain("TIME=");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void noTimeIsToldUnlessTheSettingsSaySo(Mode mode) {
        MemoryStand stand = stand(mode, null);
        Peer client = stand.client();
        client.sends(STRANGERS);
        stand.answer(1, BEGINS);

        assertThat(client.got()).startsWith("HTTP/1.1 200").doesNotContain("TIME=");
    }
}
