// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodePushbackTest {

    private final NodePushback pushback = new NodePushback();

    @Test
    void unavailableIsTheNodesOwnState() {
        assertThat(pushback.asks(true, 7)).isTrue();
    }

    @Test
    void oneClientThatIsLimitedSaysNothingOfTheNode() {
        for (int i = 0; i < 100; i++) {
            assertThat(pushback.asks(false, 7)).isFalse();
        }
    }

    @Test
    void oneClientWithTwoAddressesSaysNothingOfTheNode() {
        for (int i = 0; i < 100; i++) {
            assertThat(pushback.asks(false, 7 + i % 2)).isFalse();
            assertThat(pushback.asks(false, 7 + i / 2 % 2)).isFalse();
        }
    }

    @Test
    void threeClientsAfterOneAnotherDo() {
        assertThat(pushback.asks(false, 7)).isFalse();
        assertThat(pushback.asks(false, 8)).isFalse();

        assertThat(pushback.asks(false, 9)).isTrue();
        assertThat(pushback.asks(false, 9)).as("once more").isFalse();
        assertThat(pushback.asks(false, 7)).as("not one of the last two").isTrue();
    }

    @Test
    void theSameClientsBetweenThemChangeNothing() {
        for (long client : new long[] {7, 7, 8, 8, 7, 8}) {
            pushback.asks(false, client);
        }

        assertThat(pushback.asks(false, 9)).isTrue();
    }

    @Test
    void clientsThatAreNotKnownAreOne() {
        pushback.asks(false, 0);
        pushback.asks(false, 7);

        assertThat(pushback.asks(false, 0)).isFalse();
    }

    @Test
    void anyOtherAnswerBetweenThemSaysThatTheNodeWorks() {
        pushback.asks(false, 6);
        pushback.asks(false, 7);
        pushback.answered();

        assertThat(pushback.asks(false, 8)).isFalse();
        assertThat(pushback.asks(false, 9)).isFalse();
    }
}
