// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowMeanTest {

    /** Of 10, 20, 60 and 100 the last three count: 60. */
    @Test
    void isTheMeanOfTheLastG() {
        WindowMean mean = new WindowMean(3);
        assertThat(mean.meanNs()).isEqualTo(-1);
        mean.add(10);
        assertThat(mean.meanNs()).isEqualTo(10);
        mean.add(20);
        mean.add(60);
        assertThat(mean.meanNs()).isEqualTo(30);
        mean.add(100);
        assertThat(mean.meanNs()).isEqualTo(60);
    }
}
