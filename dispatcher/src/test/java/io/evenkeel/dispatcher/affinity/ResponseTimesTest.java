// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.dispatcher.engine.ManualLoop;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

    private static final long NOW = 18_000_000_000L; // tenths of a second
    private static final long IDLE_S = 1800;
    private static final long SECOND_NS = 1_000_000_000L;

    private final ResponseTimes times = times("first key", null, "shop");

    private static ResponseTimes times(String key, @Nullable String old, String cluster) {
        LoopClock clock = new LoopClock(new ManualLoop().loop(), InstantSource.system());
        return new ResponseTimes(
                "TIME", OwnCookie.DEFAULTS, octets(key), old == null ? null : octets(old), cluster, IDLE_S, clock);
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long since(ResponseTimes by, byte[] value, long nowTenths) {
        return by.sinceNs(value, 0, value.length, nowTenths);
    }

    @Test
    void aValueTellsItsTimeOnAnyDispatcherWithTheKey() {
        byte[] value = times.make(NOW);
        ResponseTimes other = times("first key", null, "shop");

        assertThat(value).hasSize(ResponseTimes.LENGTH);
        assertThat(since(other, value, NOW + 73)).isEqualTo(73 * SECOND_NS / 10);
        assertThat(since(other, value, NOW + 75)).as("from memory").isEqualTo(75 * SECOND_NS / 10);
    }

    @Test
    void twoTimesThatShareAPlaceInMemoryAreToldApart() {
        byte[] value = times.make(NOW);
        byte[] later = times.make(NOW + 1024);

        assertThat(since(times, value, NOW + 1030)).isEqualTo(103 * SECOND_NS);
        assertThat(since(times, later, NOW + 1030)).isEqualTo(6 * SECOND_NS / 10);
    }

    @Test
    void aValueOfAnotherKeyOrClusterTellsNothing() {
        byte[] value = times.make(NOW);

        assertThat(since(times("second key", null, "shop"), value, NOW)).isEqualTo(-1);
        assertThat(since(times("first key", null, "bank"), value, NOW)).isEqualTo(-1);
        assertThat(since(times("second key", "first key", "shop"), value, NOW + 10))
                .as("the key before")
                .isEqualTo(SECOND_NS);
    }

    @Test
    void aValueThatWasChangedTellsNothing() {
        byte[] value = times.make(NOW);
        assertThat(since(times, value, NOW + 10)).isEqualTo(SECOND_NS);

        for (int i = 0; i < value.length; i++) {
            byte[] other = value.clone();
            other[i] = (byte) (other[i] == 'B' ? 'C' : 'B');
            assertThat(since(times, other, NOW + 10)).as("character " + i).isEqualTo(-1);
            other[i] = (byte) 0xe9;
            assertThat(since(times, other, NOW + 10)).as("character " + i).isEqualTo(-1);
        }
        assertThat(times.sinceNs(value, 0, value.length - 1, NOW + 10))
                .as("cut short")
                .isEqualTo(-1);
        assertThat(times.sinceNs(value, 0, 0, NOW + 10)).as("empty").isEqualTo(-1);
    }

    @Test
    void aTimeIsGoodForAsLongAsASessionLives() {
        byte[] value = times.make(NOW);

        assertThat(since(times, value, NOW + IDLE_S * 10)).isEqualTo(IDLE_S * SECOND_NS);
        assertThat(since(times, value, NOW + IDLE_S * 10 + 1)).isEqualTo(-1);
    }

    /** The clocks of two dispatchers are never the same. */
    @Test
    void aTimeThatIsALittleAheadIsNow() {
        byte[] value = times.make(NOW);

        assertThat(since(times, value, NOW - 50)).isZero();
        assertThat(since(times, value, NOW - 51)).isEqualTo(-1);
    }

    @Test
    void aValueOfYesterdayIsGood() {
        byte[] beforeMidnight = times.make(864_000L * 20_000 - 5);

        assertThat(since(times("first key", null, "shop"), beforeMidnight, 864_000L * 20_000 + 5))
                .isEqualTo(SECOND_NS);
    }
}
