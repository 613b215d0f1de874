// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PleaTest {

    private final Plea plea = new Plea();

    @Test
    void unavailableIsTheNodesOwnState() {
        assertThat(plea.asks(true, 7)).isTrue();
    }

    @Test
    void oneClientThatIsLimitedSaysNothingOfTheNode() {
        for (int i = 0; i < 100; i++) {
            assertThat(plea.asks(false, 7)).isFalse();
        }
    }

    @Test
    void twoClientsAfterOneAnotherDo() {
        plea.asks(false, 7);

        assertThat(plea.asks(false, 8)).isTrue();
    }

    @Test
    void anyOtherAnswerBetweenThemSaysThatTheNodeWorks() {
        plea.asks(false, 7);
        plea.answered();

        assertThat(plea.asks(false, 8)).isFalse();
    }
}
