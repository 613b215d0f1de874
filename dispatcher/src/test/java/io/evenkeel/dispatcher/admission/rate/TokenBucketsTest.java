// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long TOKEN = SECOND / 10;
    private static final int BURST = 20;

    private final TokenBuckets buckets = new TokenBuckets(64);
    /** Near its end the monotonic clock is as good as anywhere. */
    private long nowNs = Long.MAX_VALUE - TimeUnit.DAYS.toNanos(30);

    private long take(long key) {
        return buckets.take(key, TOKEN, BURST, nowNs);
    }

    private int grantedOf(long key, int tries) {
        int granted = 0;
        for (int i = 0; i < tries; i++) {
            granted += take(key) == 0 ? 1 : 0;
        }
        return granted;
    }

    @Test
    void aQuietClientHasItsBurstAndThenItsRate() {
        assertThat(grantedOf(7, 100)).isEqualTo(BURST);

        nowNs += SECOND;

        assertThat(grantedOf(7, 100)).isEqualTo(10);
        nowNs += 100 * SECOND;
        assertThat(grantedOf(7, 100)).as("no more than a full bucket").isEqualTo(BURST);
    }

    @Test
    void overALongTimeOneGetsTheRate() {
        int granted = 0;
        for (int i = 0; i < 100_000; i++) {
            nowNs += SECOND / 1000;
            granted += take(7) == 0 ? 1 : 0;
        }

        assertThat(granted).as("100 s, 10 a second, and the burst").isEqualTo(1000 + BURST - 1);
    }

    @Test
    void saysHowLongToWaitExactly() {
        grantedOf(7, BURST);
        nowNs += TOKEN / 4;

        long waitNs = Math.abs(take(7));

        assertThat(waitNs).isBetween(TOKEN * 3 / 4 - 2, TOKEN * 3 / 4 + 2);
        nowNs += waitNs + 2;
        assertThat(take(7)).isZero();
    }

    @Test
    void theFirstRefusalOfABurstIsToldApart() {
        grantedOf(7, BURST);

        assertThat(take(7)).isNegative();
        assertThat(take(7)).isPositive();
        nowNs += SECOND;
        assertThat(grantedOf(7, 10)).isEqualTo(10);
        assertThat(take(7)).as("the bucket was never full meanwhile").isPositive();
        nowNs += 3 * SECOND;
        grantedOf(7, BURST);
        assertThat(take(7)).as("another burst").isNegative();
    }

    @Test
    void clientsDoNotShare() {
        grantedOf(7, 100);

        assertThat(grantedOf(8, 100)).isEqualTo(BURST);
    }

    @Test
    void aClientAtItsLimitIsNotForgottenForAMillionStrangers() {
        SplittableRandom random = new SplittableRandom(3);
        TokenBuckets table = new TokenBuckets(4096);
        for (int i = 0; i < BURST; i++) {
            table.take(7, TOKEN, BURST, nowNs);
        }

        for (int i = 0; i < 1_000_000; i++) {
            table.take(random.nextLong(), TOKEN, BURST, nowNs);
        }

        assertThat(table.take(7, TOKEN, BURST, nowNs)).isNegative();
        assertThat(table.clients()).isEqualTo(table.room()).isEqualTo(4096);
    }

    @Test
    void aSmallerBucketAfterAReloadDoesNotPunishForTheLargerOne() {
        for (int i = 0; i < 1000; i++) {
            buckets.take(7, 100 * SECOND, 1000, nowNs);
        }

        assertThat(Math.abs(take(7))).isBetween(TOKEN - 2, TOKEN + 2);
    }

    @Test
    void hasRoomForAsManyAsWereAskedForInAPowerOfTwo() {
        assertThat(new TokenBuckets(64).room()).isEqualTo(64);
        assertThat(new TokenBuckets(100_000).room()).isEqualTo(131_072);
    }
}
