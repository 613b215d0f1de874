// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.Level;
import org.junit.jupiter.api.Test;

class RecentEventsTest {

    private static Event event(int number) {
        return new Event(number, Level.INFO, EventArea.NODE, "test", "event " + number, null);
    }

    @Test
    void keepsTheNewestAndForgetsTheOldest() {
        RecentEvents recent = new RecentEvents(3);
        assertThat(recent.last(5)).isEmpty();
        for (int number = 1; number <= 5; number++) {
            recent.add(event(number));
        }
        assertThat(recent.last(2)).extracting(Event::message).containsExactly("event 5", "event 4");
        assertThat(recent.last(9)).extracting(Event::message).containsExactly("event 5", "event 4", "event 3");
    }

    @Test
    void remembersWhatIsNotWritten() {
        try (EventLog events = new EventLog()) {
            events.level(Level.ERROR);
            events.node().info("shop/vcn1 is up");
            events.node().debug(() -> "this is never made");
            assertThat(events.recent(2)).extracting(Event::message).containsExactly("shop/vcn1 is up");
        }
    }
}
