// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectCacheTest {

    /** A letter for each object that is asked for: h for a hit, m for a miss. */
    private static String asked(int room, int... objects) {
        ObjectCache cache = new ObjectCache(room);
        return IntStream.of(objects)
                .mapToObj(object -> cache.ask(object) ? "h" : "m")
                .collect(Collectors.joining());
    }

    @Test
    void theObjectThatWasAskedForLongestAgoMakesRoom() {
        assertThat(asked(2, 1, 2, 1, 3, 1, 2)).isEqualTo("mmhmhm");
    }

    @Test
    void aServerWithoutACacheHasNothing() {
        assertThat(asked(0, 1, 1, 1)).isEqualTo("mmm");
    }

    /** Two requests for one object on one server: 10 ms each, and a connection for 50 ms after the first. */
    @Test
    void aMissHoldsAConnection() {
        Drive drive = Drive.caching(1);
        drive.asks(0, 10, 7, 50).until(100);
        drive.asks(200, 10, 7, 50).until(300);

        assertThat(drive.ends).containsExactly("0 ok 60", "1 ok 210");
    }
}
