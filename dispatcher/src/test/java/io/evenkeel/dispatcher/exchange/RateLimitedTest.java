// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests of clients that send more than {@code limits.rate} grants, in memory and in virtual time. */
class RateLimitedTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static RateSettings twoInTenSeconds(@Nullable String header, @Nullable String cookie) {
        return new RateSettings(2, Duration.ofSeconds(10), 2, header, cookie, 64);
    }

    private static MemoryStand stand(RateSettings rate, Consumer<TestSettings> more) {
        return new MemoryStand(
                1,
                settings -> {
                    settings.rate(rate);
                    more.accept(settings);
                },
                cluster -> {});
    }

    private static String get(String fields) {
        return "GET / HTTP/1.1\r\nHost: shop\r\n" + fields + "\r\n";
    }

    /** Sends a request, answers it if it comes to the node, and gives the client's answer. */
    private static String answer(MemoryStand stand, Peer client, String fields) {
        client.sends(get(fields));
        String answer = client.got();
        if (answer.isEmpty()) {
            stand.answer(1, OK);
            answer = client.got();
        }
        return answer;
    }

    @Test
    void aClientOverItsRateIsToldWhenToComeAgain() {
        MemoryStand stand = stand(twoInTenSeconds(null, null), s -> {});
        Peer client = stand.client();

        assertThat(answer(stand, client, "")).startsWith("HTTP/1.1 200 ");
        assertThat(answer(stand, client, "")).startsWith("HTTP/1.1 200 ");
        assertThat(answer(stand, client, ""))
                .startsWith("HTTP/1.1 429 Too Many Requests\r\n")
                .contains("\r\nRetry-After: 5\r\n")
                .contains("Reason: rate-limited");

        stand.pass(Duration.ofSeconds(5));
        assertThat(answer(stand, stand.client(), "")).startsWith("HTTP/1.1 200 ");
        assertThat(stand.traffic().refused()).containsEntry("rate-limited", 1L);
        assertThat(stand.events("listener "))
                .singleElement()
                .asString()
                .contains("refuses requests from 127.0.0.1 with 429: more than 2 in 10 s (limits.rate)");
    }

    @Test
    void aReloadForgetsNothingAndSetsTheNewRate() {
        MemoryStand stand = stand(twoInTenSeconds(null, null), s -> {});
        Peer client = stand.client();
        answer(stand, client, "");
        answer(stand, client, "");

        stand.reload(s -> s.rate(twoInTenSeconds(null, null)));
        assertThat(answer(stand, client, "")).startsWith("HTTP/1.1 429 ");

        stand.reload(s -> s.rate(null));
        assertThat(answer(stand, client, "")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aKeyTellsClientsOfOneAddressApart() {
        MemoryStand stand = stand(twoInTenSeconds("X-Api-Key", null), s -> {});
        Peer client = stand.client();
        answer(stand, client, "x-api-key: one\r\n");
        answer(stand, client, "X-API-KEY: one\r\n");

        assertThat(answer(stand, client, "X-Api-Key: one\r\n")).startsWith("HTTP/1.1 429 ");
        assertThat(answer(stand, client, "X-Api-Key: two\r\n")).startsWith("HTTP/1.1 200 ");
        assertThat(answer(stand, client, "")).startsWith("HTTP/1.1 200 ");
        answer(stand, client, "");
        assertThat(answer(stand, client, "")).as("by address").startsWith("HTTP/1.1 429 ");
    }

    @Test
    void aCookieTellsClientsOfOneAddressApart() {
        MemoryStand stand = stand(twoInTenSeconds(null, "ID"), s -> {});
        Peer client = stand.client();
        answer(stand, client, "Cookie: a=b; ID=1\r\n");
        answer(stand, client, "Cookie: ID=1\r\n");

        assertThat(answer(stand, client, "Cookie: ID=1; a=c\r\n")).startsWith("HTTP/1.1 429 ");
        assertThat(answer(stand, client, "Cookie: ID=2\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void clientsBehindATrustedProxyCountByTheAddressThatItNames() {
        MemoryStand stand = stand(twoInTenSeconds(null, null), s -> s.trusting("127.0.0.0/8"));
        Peer proxy = stand.client();
        answer(stand, proxy, "X-Forwarded-For: 203.0.113.7\r\n");
        answer(stand, proxy, "X-Forwarded-For: 203.0.113.7\r\n");

        assertThat(answer(stand, proxy, "X-Forwarded-For: 203.0.113.7\r\n")).startsWith("HTTP/1.1 429 ");
        assertThat(answer(stand, proxy, "X-Forwarded-For: 203.0.113.8\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void nobodyElseIsBelievedWhatHeNames() {
        MemoryStand stand = stand(twoInTenSeconds(null, null), s -> {});
        Peer client = stand.client();
        answer(stand, client, "X-Forwarded-For: 203.0.113.7\r\n");
        answer(stand, client, "X-Forwarded-For: 203.0.113.8\r\n");

        assertThat(answer(stand, client, "X-Forwarded-For: 203.0.113.9\r\n")).startsWith("HTTP/1.1 429 ");
    }
}
