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
    void oneClientWithTwoAddressesSaysNothingOfTheNode() {
        for (int i = 0; i < 100; i++) {
            assertThat(plea.asks(false, 7 + i % 2)).isFalse();
            assertThat(plea.asks(false, 7 + i / 2 % 2)).isFalse();
        }
    }

    @Test
    void threeClientsAfterOneAnotherDo() {
        assertThat(plea.asks(false, 7)).isFalse();
        assertThat(plea.asks(false, 8)).isFalse();

        assertThat(plea.asks(false, 9)).isTrue();
        assertThat(plea.asks(false, 9)).as("once more").isFalse();
        assertThat(plea.asks(false, 7)).as("not one of the last two").isTrue();
    }

    @Test
    void theSameClientsBetweenThemChangeNothing() {
        for (long client : new long[] {7, 7, 8, 8, 7, 8}) {
            plea.asks(false, client);
        }

        assertThat(plea.asks(false, 9)).isTrue();
    }

    @Test
    void clientsThatAreNotKnownAreOne() {
        plea.asks(false, 0);
        plea.asks(false, 7);

        assertThat(plea.asks(false, 0)).isFalse();
    }

    @Test
    void anyOtherAnswerBetweenThemSaysThatTheNodeWorks() {
        plea.asks(false, 6);
        plea.asks(false, 7);
        plea.answered();

        assertThat(plea.asks(false, 8)).isFalse();
        assertThat(plea.asks(false, 9)).isFalse();
    }
}
