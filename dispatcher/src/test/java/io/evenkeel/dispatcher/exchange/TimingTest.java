// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import org.junit.jupiter.api.Test;

class TimingTest {

    private static Node node() {
        return new ClusterFixture(1).create(0).nodes().get(0);
    }

    /** A request under way while requests are put into other classes: its number would be one of the new ones. */
    @Test
    void aClassLastsAsLongAsItsTable() {
        Meters meters = new Meters(1);
        Timing timing = new Timing();
        timing.start(1, 1, 10);
        assertThat(timing.classLasts()).as("of none").isFalse();

        timing.of(meters.classMeter("shop", 1, 0), 7);
        assertThat(timing.classLasts()).isTrue();

        meters.classMeter("shop", 2, 0);
        assertThat(timing.classLasts()).isFalse();
    }

    @Test
    void theTimeOfAConnectionThatIsNotMadeCounts() {
        Meters meters = new Meters(1);
        Timing timing = new Timing();
        timing.start(1, 1, 10);
        timing.assigned(5);
        assertThat(timing.connectedNs).as("nothing is connected yet").isZero();

        timing.report(meters.meter("shop", 0), node(), true, 12);

        assertThat(meters.cluster("shop").wt1Ns().sum()).isEqualTo(4);
        assertThat(meters.cluster("shop").wt2Ns().sum()).isEqualTo(7);
    }

    /** A node on probation may have answered before the request was taken from it. */
    @Test
    void nothingOfATryIsLeftInTheNext() {
        Meters meters = new Meters(1);
        Timing timing = new Timing();
        timing.start(1, 1, 10);
        timing.assigned(5);
        timing.connectedNs = 6;
        timing.answerNs = 7;

        timing.assigned(8);
        timing.report(meters.meter("shop", 0), node(), true, 12);

        assertThat(meters.cluster("shop").ptNs().count()).isZero();
        assertThat(meters.cluster("shop").wt2Ns().sum()).isEqualTo(4);
    }

    @Test
    void aRequestWithoutANodeHasNoTimeToConnect() {
        Meters meters = new Meters(1);
        Timing timing = new Timing();
        timing.start(1, 1, 10);

        timing.report(meters.meter("shop", 0), null, true, 12);

        assertThat(meters.cluster("shop").wt1Ns().sum()).isEqualTo(11);
        assertThat(meters.cluster("shop").wt2Ns().count()).isZero();
    }
}
