// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.NodeTally;
import org.junit.jupiter.api.Test;

class TaskWindowTest {

    private static final long MS = 1_000_000;
    private static final long WINDOW = 10_000 * MS;

    private final TaskWindow window = new TaskWindow();
    private long nowNs = 77 * MS;
    private long succeeded;
    private long failed;

    private NodeTally look(long afterMs) {
        nowNs += afterMs * MS;
        return window.add(new NodeTally(succeeded, failed, succeeded * MS), nowNs, WINDOW);
    }

    @Test
    void countsNothingThatWasThereBeforeTheFirstLook() {
        succeeded = 1000;
        assertThat(look(0).isNone()).isTrue();
        assertThat(look(250).isNone()).isTrue();
    }

    @Test
    void countsTheFirstTasksAfterAnyIdleTime() {
        look(0);
        for (int tick = 0; tick < 400; tick++) {
            assertThat(look(250).isNone()).isTrue();
        }
        succeeded = 3;
        failed = 2;
        assertThat(look(250)).isEqualTo(new NodeTally(3, 2, 3 * MS));
        failed = 4;
        assertThat(look(250)).isEqualTo(new NodeTally(3, 4, 3 * MS));
    }

    @Test
    void forgetsTasksOlderThanTheWindowAndAnEighth() {
        look(0);
        failed = 5;
        long firstMs = 250;
        assertThat(look(firstMs).failed()).isEqualTo(5);
        long passedMs = 0;
        while (!look(250).isNone()) {
            passedMs += 250;
        }
        assertThat(passedMs).isBetween(8_500L, 11_500L);
        failed = 6;
        assertThat(look(250).failed()).isEqualTo(1);
    }

    @Test
    void keepsCountingWhileTasksEnd() {
        look(0);
        for (int tick = 0; tick < 400; tick++) {
            succeeded++;
            look(250);
        }
        succeeded++;
        assertThat(look(250).succeeded()).isBetween(34L, 46L);
    }

    @Test
    void beginsAnewWhenCleared() {
        look(0);
        failed = 5;
        look(250);
        window.clear();
        assertThat(look(250).isNone()).isTrue();
        failed = 6;
        assertThat(look(250).failed()).isEqualTo(1);
    }
}
