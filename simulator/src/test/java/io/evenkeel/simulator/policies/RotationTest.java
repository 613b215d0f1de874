// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.load.Rotation;
import io.evenkeel.simulator.contract.FakeNodes;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RotationTest {

    private static final int NODES = 7;

    /** Every set of eligible nodes, after every slot: the next eligible one, or the first when there is none behind. */
    @Test
    void startsAfterTheNodeTakenLastWhoeverIsMissing() {
        for (int set = 1; set < 1 << NODES; set++) {
            int eligible = set;
            FakeNodes nodes = FakeNodes.of(NODES);
            IntStream.range(0, NODES).forEach(slot -> nodes.eligible(slot, (eligible >> slot & 1) == 1));
            for (int last = -1; last < NODES; last++) {
                int before = last;
                Rotation rotation = new Rotation();
                if (last >= 0) {
                    rotation.take(last);
                }
                int next = IntStream.range(0, NODES)
                        .filter(slot -> nodes.eligible(slot) && slot > before)
                        .findFirst()
                        .orElseGet(() -> nodes.at(0));

                assertThat(nodes.at(rotation.start(nodes)))
                        .as("of %s after %d", Integer.toBinaryString(set), last)
                        .isEqualTo(next);
            }
        }
    }

    @Test
    void startsAtTheFirstOfNone() {
        Rotation rotation = new Rotation();
        rotation.take(3);

        assertThat(rotation.start(FakeNodes.of(0))).isZero();
    }
}
