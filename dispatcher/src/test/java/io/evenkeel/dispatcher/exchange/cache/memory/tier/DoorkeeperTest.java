// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.exchange.cache.memory.tier.Doorkeeper.Admittance;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DoorkeeperTest {

    private final SplittableRandom random = new SplittableRandom(1);
    private final Doorkeeper doorkeeper = new Doorkeeper(1 << 12);

    /** A URL is asked for whose answer may be stored; true when it is. */
    private boolean stores(int url) {
        Admittance entry = doorkeeper.admit(url);
        doorkeeper.storable(entry);
        return entry != Admittance.REFUSED;
    }

    /** The number of new URLs, of so many, whose answers are stored. */
    private int stored(int urls) {
        return IntStream.range(0, urls)
                .map(k -> stores(random.nextInt()) ? 1 : 0)
                .sum();
    }

    private void flood() {
        doorkeeper.evicted();
        stored(Doorkeeper.WINDOW);
    }

    @Test
    void everyAnswerIsStoredWhileThereIsRoom() {
        assertThat(stored(10_000)).isEqualTo(10_000);
    }

    @Test
    void aFloodOfUrlsThatAreAskedForOnceIsStoredInSmallPart() {
        flood();

        assertThat(stored(Doorkeeper.WINDOW - 1)).isEqualTo(Doorkeeper.WINDOW / Doorkeeper.STORED_AT_ONCE - 1);
    }

    @Test
    void theSecondRequestForAUrlHasItsAnswerStored() {
        flood();
        int url = 4711;

        assertThat(doorkeeper.wouldRefuse(url)).isTrue();
        assertThat(stores(url)).isFalse();
        stored(100);
        assertThat(doorkeeper.wouldRefuse(url)).isFalse();
        assertThat(stores(url)).isTrue();
    }

    @Test
    void itIsOffWhenNothingMakesRoomAnyMore() {
        flood();
        stored(Doorkeeper.WINDOW);

        assertThat(stored(1000)).isEqualTo(1000);
    }

    @Test
    void itIsOffWhileStoredAnswersAreUsed() {
        doorkeeper.evicted();
        for (int k = 0; k < Doorkeeper.WINDOW / 6; k++) {
            doorkeeper.useful();
        }
        stored(Doorkeeper.WINDOW);

        assertThat(stored(1000)).isEqualTo(1000);
    }

    @Test
    void itIsOffWhileUrlsAreAskedForAgain() {
        flood();
        // every fourth request is for the URL before it
        for (int k = 0; k < 2 * Doorkeeper.WINDOW; k++) {
            int url = random.nextInt();
            doorkeeper.evicted();
            stores(url);
            if (k % 3 == 0) {
                stores(url);
            }
        }

        assertThat(stored(100)).isEqualTo(100);
    }

    /** A page that may not be stored is a miss each time. */
    @Test
    void urlsWhoseAnswersMayNotBeStoredDoNotCount() {
        for (int k = 0; k < 4 * Doorkeeper.WINDOW; k++) {
            doorkeeper.evicted();
            doorkeeper.admit(4711);
            stores(random.nextInt());
        }

        assertThat(stored(160)).isEqualTo(10);
    }
}
