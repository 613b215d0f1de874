// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two requests in an hour for each client, told apart by a field or a cookie. Each request comes from a new address
 * unless a test says otherwise, and {@code %d} is a new number each time.
 */
class RateLimitTest {

    private final EventLog events = new EventLog();
    private int addresses;
    private final RateLimit limit = Objects.requireNonNull(RateLimit.of(
            new RateSettings(2, Duration.ofHours(1), 2, "X-Api-Key", "sid", 1024), null, "web", peer -> false));

    private Origin origin(String address) {
        InetSocketAddress client = new InetSocketAddress(address, 4711);
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        return new Origin(client, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, false), false);
    }

    /** True when a request passes whose field lines are separated by a bar. */
    private boolean passes(String fields) {
        return passes(fields, "10.0.0." + addresses++);
    }

    private boolean passes(String fields, String address) {
        return waitS(fields, address) == 0;
    }

    private int waitS(String fields, String address) {
        byte[] octets = ("GET / HTTP/1.1\r\nHost: a\r\n" + fields.replace("|", "\r\n") + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isPositive();
        return limit.refuses(head, origin(address), 0, events.listener());
    }

    private int passing(String fields) {
        int passed = 0;
        for (int k = 0; k < 6; k++) {
            passed += passes(fields.replace("%d", String.valueOf(k))) ? 1 : 0;
        }
        return passed;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Api-Key: real",
                "X-Api-Key: real|X-Api-Key: other%d",
                "X-Api-Key: other%d|X-Api-Key: real",
                "x-api-key: other%d|X-API-KEY: real|X-Api-Key: more%d",
                "X_Api_Key: real|X-Api-Key: other%d",
                "X-Api-Key: other%d|X-Api_Key: real",
                "X-Api-Key: a%d|X-Api-Key: b%d|X-Api-Key: c%d|X-Api-Key: real",
                "X-Api-Key: real|X-Api-Key: b%d|X-Api-Key: c%d|X-Api-Key: d%d",
                "Cookie: sid=real",
                "Cookie: sid=real; sid=other%d",
                "Cookie: sid=other%d; sid=real",
                "Cookie: sid=other%d|Cookie: sid=real",
                "Cookie: sid=a%d; sid=b%d; sid=c%d; sid=real"
            })
    void noOtherValueBesideItGivesAClientMore(String fields) {
        assertThat(passing(fields)).as(fields).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Api-Key: a%d|X-Api-Key: b%d|X-Api-Key: c%d|X-Api-Key: d%d|X-Api-Key: real",
                "X-Api-Key: real|X-Api-Key: b%d|X-Api-Key: c%d|X-Api-Key: d%d|X-Api-Key: e%d",
                "X-Api-Key: a%d|X-Api-Key: b%d|X-Api-Key: c%d|X-Api-Key: d%d|X-Api-Key: e%d|X_Api_Key: real",
                "X-Api-Key: real|X-Api-Key: real|X-Api-Key: real|X-Api-Key: real|X-Api-Key: real",
                "Cookie: sid=a%d; sid=b%d; sid=c%d; sid=d%d; sid=real",
                "Cookie: sid=a%d; sid=b%d; sid=c%d|Cookie: sid=d%d; sid=e%d; sid=real"
            })
    void aRequestWithMoreThanFourValuesIsRefusedAndTakesNothing(String fields) {
        assertThat(passing(fields)).as(fields).isZero();
        assertThat(limit.clients()).isZero();
        assertThat(events.recent(9))
                .singleElement()
                .extracting(Event::message, STRING)
                .contains("more than 4 values of ");
    }

    @Test
    void aRequestWithTooManyValuesIsToldTheTimeOfOneToken() {
        assertThat(waitS("X-Api-Key: a|X-Api-Key: b|X-Api-Key: c|X-Api-Key: d|X-Api-Key: e", "10.0.0.1"))
                .isEqualTo(1800);
    }

    @Test
    void aRequestTakesFromEachOfItsValues() {
        assertThat(passes("X-Api-Key: one|X-Api-Key: two")).isTrue();
        assertThat(passes("X-Api-Key: one")).isTrue();
        assertThat(passes("X-Api-Key: one")).isFalse();
        assertThat(passes("X-Api-Key: two")).isTrue();
        assertThat(passes("X-Api-Key: two")).isFalse();
    }

    @Test
    void aValueThatIsRepeatedCountsOnce() {
        assertThat(passes("X-Api-Key: one|X-Api-Key: one")).isTrue();
        assertThat(passes("X-Api-Key: one|X-Api-Key: one")).isTrue();
        assertThat(passes("Cookie: sid=two; sid=two")).isTrue();
        assertThat(passes("Cookie: sid=two; sid=two")).isTrue();
        assertThat(passes("Cookie: sid=two; sid=two")).isFalse();
        assertThat(passes("X-Api-Key: three|X-Api-Key: four|X-Api-Key: three")).isTrue();
        assertThat(passes("X-Api-Key: three|X-Api-Key: four|X-Api-Key: three")).isTrue();
    }

    @Test
    void theFieldGoesBeforeTheCookieAndTheCookieBeforeTheAddress() {
        assertThat(passing("X-Api-Key: key%d|Cookie: sid=one")).isEqualTo(6);
        assertThat(passing("Cookie: sid=one%d")).isEqualTo(6);
        assertThat(passing("Cookie: SID=one%d"))
                .as("no such cookie, other addresses")
                .isEqualTo(6);
        assertThat(passes("Cookie: SID=one", "10.0.1.1")).isTrue();
        assertThat(passes("Cookie: SID=two", "10.0.1.1")).isTrue();
        assertThat(passes("Cookie: SID=three", "10.0.1.1")).isFalse();
    }
}
