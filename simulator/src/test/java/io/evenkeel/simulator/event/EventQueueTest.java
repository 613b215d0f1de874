// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {

    private static final long WAY_NS = 10;

    private final EventHeap timers = new EventHeap();
    private final EventQueue events = new EventQueue(3, WAY_NS, timers);
    private final List<String> happened = new ArrayList<>();

    private final class Heard implements EventQueue.Events {

        private void note(String what) {
            happened.add(events.nowNs() + " " + what);
        }

        @Override
        public void answerCame(int answer) {
            note("answer " + answer);
        }

        @Override
        public void requestCame(int request) {
            note("request " + request);
        }

        @Override
        public void serverIsDue(int slot) {
            note("server " + slot);
            events.server(slot, Long.MAX_VALUE);
        }

        @Override
        public void rang(int kind, int id) {
            note("timer " + id);
        }
    }

    @Test
    void atOneMomentAnswersComeFirstThenRequestsServersAndTimers() {
        timers.set(WAY_NS, EventHeap.WAKE, 4);
        events.server(2, WAY_NS);
        events.request(7, 0);
        events.answer(~8, 0);

        events.run(new Heard(), WAY_NS);

        assertThat(happened).containsExactly("10 answer -9", "10 request 7", "10 server 2", "10 timer 4");
    }

    @Test
    void theEarlierComesFirst() {
        timers.set(3, EventHeap.WAKE, 4);
        events.server(1, 2);
        events.answer(8, 1);
        events.request(7, 0);

        events.run(new Heard(), 100);

        assertThat(happened).containsExactly("2 server 1", "3 timer 4", "10 request 7", "11 answer 8");
    }

    @Test
    void whatIsLaterThanTheEndDoesNotHappen() {
        timers.set(20, EventHeap.WAKE, 4);
        timers.set(21, EventHeap.WAKE, 5);

        events.run(new Heard(), 20);

        assertThat(happened).containsExactly("20 timer 4");
        assertThat(events.nowNs()).isEqualTo(20);
    }

    @Test
    void theTimeIsTheEndWhenNothingIsLeft() {
        events.run(new Heard(), 50);

        assertThat(happened).isEmpty();
        assertThat(events.nowNs()).isEqualTo(50);
    }
}
