// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.metrics.Meters;
import org.junit.jupiter.api.Test;

class TimingTest {

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
}
