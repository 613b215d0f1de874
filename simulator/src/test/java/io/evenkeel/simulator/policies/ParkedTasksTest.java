// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.headroom.ParkedTasks;
import io.evenkeel.simulator.contract.FakeNodes;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ParkedTasksTest {

    private static final Offset<Double> EXACT = within(1e-9);
    private static final long POLL = 4711;

    private final FakeNodes nodes = FakeNodes.of(2);
    private final ParkedTasks parked = new ParkedTasks(2);

    private void read(ParkedTasks which, int inFlight) {
        nodes.sample(0, Sample.IN_FLIGHT, inFlight).sample(0, Sample.WORKERS_BUSY, 0);
        which.read(0, nodes);
    }

    private void learn(long contentKey) {
        for (int i = 0; i < 7; i++) {
            parked.ended(0, contentKey, false, true);
        }
        parked.clear(0);
    }

    @Test
    void countsAKnownKindFromItsStartToItsEnd() {
        learn(POLL);
        read(parked, 0);

        assertThat(parked.begun(0, POLL)).isTrue();
        assertThat(parked.begun(0, 1)).as("a page").isFalse();
        assertThat(parked.in(0)).isEqualTo(1, EXACT);
        parked.ended(0, POLL, true, true);
        assertThat(parked.in(0)).isZero();
    }

    /** Whatever ends without a key, such as a connection, is of no kind, and so of none that shares its cell. */
    @Test
    void aTaskWithoutAKeyTeachesNoKind() {
        learn(0);
        read(parked, 0);

        for (int key = 0; key < 10_000; key++) {
            assertThat(parked.begun(0, key)).as("key %d", key).isFalse();
        }
    }

    /**
     * A database that stalls makes every answer late; the workers that wait for it are busy, and one poll does not
     * excuse them.
     */
    @Test
    void busyWorkersExplainNothing() {
        nodes.sample(0, Sample.IN_FLIGHT, 13).sample(0, Sample.WORKERS_BUSY, 12);
        parked.read(0, nodes);
        assertThat(parked.in(0)).isEqualTo(0.5, EXACT);
        assertThat(parked.explains(0, false)).isFalse();
        assertThat(parked.explains(0, true)).as("a task of a kind that parks").isTrue();

        nodes.sample(0, Sample.IN_FLIGHT, 25);
        parked.read(0, nodes);
        assertThat(parked.explains(0, false))
                .as("13 without a worker, 12 with one")
                .isTrue();
    }

    /** Nothing would correct a kind there that has become work. */
    @Test
    void aNodeThatDoesNotReportHasNone() {
        learn(POLL);
        read(parked, 0);
        parked.begun(0, POLL);
        parked.begun(0, POLL);
        assertThat(parked.begun(1, POLL)).as("a node that never reported").isFalse();

        parked.forget(0);
        assertThat(parked.in(0)).isZero();
        assertThat(parked.begun(0, POLL)).isFalse();
        parked.left(0);
        assertThat(parked.in(0)).isZero();

        read(parked, 1);
        assertThat(parked.in(0)).as("the one that is left is known").isEqualTo(1, EXACT);
    }

    /** Samples come first; they would have made half of 4 parked. */
    @Test
    void anotherOneTakesOverTasksAndKinds() {
        learn(POLL);
        read(parked, 4);
        parked.begun(0, POLL);
        ParkedTasks next = new ParkedTasks(2);
        read(next, 4);
        next.inherit(parked);

        assertThat(next.in(0)).isEqualTo(3, EXACT);
        next.left(0);
        assertThat(next.in(0)).isEqualTo(2, EXACT);
        assertThat(next.begun(0, POLL)).isTrue();
    }
}
