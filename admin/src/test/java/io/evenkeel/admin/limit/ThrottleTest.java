// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottleTest {

    private static final long S = 1_000_000_000;

    private final Throttle throttle = new Throttle(10, 3, 2);

    private int admitted(String address, int times, long nowNs) {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += throttle.admits(address, nowNs) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void admitsABurstAndThenAsMuchAsComesBack() {
        assertThat(admitted("10.0.0.1", 9, 0)).isEqualTo(3);
        assertThat(admitted("10.0.0.1", 9, S / 10)).as("0.1 s at 10 a second").isEqualTo(1);
        assertThat(admitted("10.0.0.1", 9, 100 * S)).as("never above the burst").isEqualTo(3);
    }

    @Test
    void keepsAddressesApart() {
        assertThat(admitted("10.0.0.1", 9, 0)).isEqualTo(3);
        assertThat(admitted("10.0.0.2", 9, 0)).isEqualTo(3);
    }

    @Test
    void takesANetworkOfIpv6ForOneAddress() {
        assertThat(admitted("[2001:db8:0:7:0:0:0:1]", 2, 0)).isEqualTo(2);
        assertThat(admitted("[2001:db8:0:7:ab:0:0:2]", 9, 0)).isEqualTo(1);
        assertThat(admitted("[2001:db8:0:8:0:0:0:1]", 9, 0)).isEqualTo(3);
    }

    @Test
    void chargesMoreForWhatWasNotBelieved() {
        assertThat(admitted("10.0.0.1", 1, 0)).isEqualTo(1);
        throttle.charge("10.0.0.1", 100, 0);
        assertThat(admitted("10.0.0.1", 9, 3 * S / 10))
                .as("the debt is a burst")
                .isZero();
        assertThat(admitted("10.0.0.1", 9, 5 * S / 10)).isEqualTo(2);
    }

    @Test
    void forgetsThoseWhoHaveSpentLeast() {
        admitted("10.0.0.1", 3, 0);
        admitted("10.0.0.2", 2, 0);
        admitted("10.0.0.3", 1, 0);
        assertThat(throttle.hasLeft("10.0.0.1", 0)).as("asked first, and most").isFalse();
        assertThat(admitted("10.0.0.2", 3, 0))
                .as("forgotten, so it begins again")
                .isEqualTo(3);
    }

    /** Thousands of unknown names do not make the throttle forget five wrong passwords for a name. */
    @Test
    void isNotMadeToForgetByMany() {
        Throttle five = new Throttle(1 / 30.0, 5, 100);
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(five.admits("ann", 0)).isTrue();
        }
        for (int name = 0; name < 20_000; name++) {
            five.admits("name " + name, 0);
        }
        assertThat(five.hasLeft("ann", 0)).isFalse();
        assertThat(five.size()).isLessThanOrEqualTo(100);
        assertThat(five.hasLeft("ann", 30 * S)).isTrue();
    }

    @Test
    void remembersNobodyWhoOnlyAsksOrHasAFullBucket() {
        for (int address = 0; address < 100; address++) {
            assertThat(throttle.hasLeft("10.0.0." + address, 0)).isTrue();
        }
        assertThat(throttle.size()).isZero();
        admitted("10.0.0.1", 1, 0);
        admitted("10.0.0.2", 3, 0);
        admitted("10.0.0.3", 1, S / 10);
        assertThat(throttle.size()).as("the first is full again").isEqualTo(2);
        assertThat(admitted("10.0.0.2", 3, S / 10)).isEqualTo(1);
    }
}
