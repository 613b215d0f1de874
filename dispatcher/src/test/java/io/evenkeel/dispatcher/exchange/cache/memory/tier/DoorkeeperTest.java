// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DoorkeeperTest {

    private final SplittableRandom random = new SplittableRandom(1);
    private final Doorkeeper doorkeeper = new Doorkeeper(1 << 12);

    /** The number of new URLs, of so many, whose answers are stored. */
    private int stored(int urls) {
        return IntStream.range(0, urls)
                .map(k -> doorkeeper.admits(random.nextInt()) ? 1 : 0)
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

        assertThat(doorkeeper.admits(url)).isFalse();
        stored(100);
        assertThat(doorkeeper.admits(url)).isTrue();
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
        for (int k = 0; k < Doorkeeper.WINDOW / Doorkeeper.FEWEST_AGAIN; k++) {
            doorkeeper.useful();
        }
        stored(Doorkeeper.WINDOW);

        assertThat(stored(1000)).isEqualTo(1000);
    }

    @Test
    void itIsOffWhileUrlsAreAskedForAgain() {
        flood();
        // every fourth request is for the URL before it
        for (int k = 0; k < Doorkeeper.WINDOW; k++) {
            int url = random.nextInt();
            doorkeeper.evicted();
            doorkeeper.admits(url);
            if (k % 3 == 0) {
                doorkeeper.admits(url);
            }
        }

        assertThat(stored(100)).isEqualTo(100);
    }
}
