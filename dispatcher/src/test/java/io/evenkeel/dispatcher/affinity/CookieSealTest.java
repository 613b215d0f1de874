// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CookieSealTest {

    private static final long NOW_S = 1_800_000_000L;
    private static final long DAY_S = 86_400;

    private final CookieSeal seal = seal("first key", null, "shop", 0);

    private static CookieSeal seal(String key, @Nullable String old, String cluster, long ageS) {
        return new CookieSeal(octets(key), old == null ? null : octets(old), cluster, ageS);
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static MarkKind open(CookieSeal seal, byte[] value, long nowS) {
        return seal.open(value, 0, value.length, nowS);
    }

    @Test
    void aValueTellsItsNodeOnAnyDispatcherWithTheKey() {
        byte[] value = seal.make(-42, NOW_S);
        CookieSeal other = seal("first key", null, "shop", 0);

        assertThat(value).hasSize(CookieSeal.LENGTH);
        assertThat(open(other, value, NOW_S + 60)).isEqualTo(MarkKind.HOME);
        assertThat(other.node()).isEqualTo(-42);
        assertThat(other.fresh()).isTrue();
        assertThat(open(other, value, NOW_S + 60)).as("from memory").isEqualTo(MarkKind.HOME);
        assertThat(other.node()).isEqualTo(-42);
    }

    @Test
    void aValueOfAnotherKeyOrClusterIsForged() {
        byte[] value = seal.make(42, NOW_S);

        assertThat(open(seal("second key", null, "shop", 0), value, NOW_S)).isEqualTo(MarkKind.FORGED);
        assertThat(open(seal("first key", null, "bank", 0), value, NOW_S)).isEqualTo(MarkKind.FORGED);
    }

    @Test
    void aKeyIsReplacedWithoutLosingAClient() {
        CookieSeal next = seal("second key", "first key", "shop", 0);

        assertThat(open(next, seal.make(42, NOW_S), NOW_S)).isEqualTo(MarkKind.HOME);
        assertThat(next.node()).isEqualTo(42);
        assertThat(next.fresh()).as("is renewed").isFalse();
        assertThat(open(seal, next.make(42, NOW_S), NOW_S)).isEqualTo(MarkKind.FORGED);
    }

    @Test
    void aValueIsGoodForAWeekAndRenewedEachDay() {
        byte[] value = seal.make(42, NOW_S);

        assertThat(open(seal, value, NOW_S + DAY_S)).isEqualTo(MarkKind.HOME);
        assertThat(seal.fresh()).isFalse();
        assertThat(open(seal, value, NOW_S + 7 * DAY_S - 60)).isEqualTo(MarkKind.HOME);
        assertThat(open(seal, value, NOW_S + 7 * DAY_S + 60)).isEqualTo(MarkKind.EXPIRED);
    }

    @Test
    void anAgeLimitsItAndHalfOfItRenews() {
        CookieSeal hour = seal("first key", null, "shop", 3600);
        byte[] value = hour.make(42, NOW_S);

        assertThat(open(hour, value, NOW_S + 1700)).isEqualTo(MarkKind.HOME);
        assertThat(hour.fresh()).isTrue();
        assertThat(open(hour, value, NOW_S + 1900)).isEqualTo(MarkKind.HOME);
        assertThat(hour.fresh()).isFalse();
        assertThat(open(hour, value, NOW_S + 3700)).isEqualTo(MarkKind.EXPIRED);
    }

    @Test
    void aValueOfFourMinutesAheadIsFreshSinceClocksDiffer() {
        assertThat(open(seal, seal.make(42, NOW_S + 240), NOW_S)).isEqualTo(MarkKind.HOME);
        assertThat(seal.fresh()).isTrue();
    }

    @Test
    void aValueOfMoreThanADayAheadIsForged() {
        assertThat(open(seal, seal.make(42, NOW_S + DAY_S - 60), NOW_S)).isEqualTo(MarkKind.HOME);
        assertThat(open(seal, seal.make(42, NOW_S + DAY_S + 60), NOW_S)).isEqualTo(MarkKind.FORGED);
    }

    /** A dispatcher's clock was ahead by an hour and has been set right: the sessions of that hour keep their nodes. */
    @Test
    void aValueOfAClockThatWasAheadIsGoodAndRenewed() {
        byte[] value = seal.make(42, NOW_S + 3_600);

        assertThat(open(seal, value, NOW_S)).isEqualTo(MarkKind.HOME);
        assertThat(seal.node()).isEqualTo(42);
        assertThat(seal.fresh()).as("it gets the right time").isFalse();
    }

    @Test
    void eachOctetIsSignedEvenAfterTheValueIsKnown() {
        byte[] value = seal.make(42, NOW_S);
        assertThat(open(seal, value, NOW_S)).isEqualTo(MarkKind.HOME);

        for (int i = 0; i < value.length; i++) {
            byte[] other = value.clone();
            other[i] = (byte) (other[i] == 'Q' ? 'R' : 'Q');
            assertThat(open(seal, other, NOW_S)).as("character " + i).isNotEqualTo(MarkKind.HOME);
        }
    }
}
