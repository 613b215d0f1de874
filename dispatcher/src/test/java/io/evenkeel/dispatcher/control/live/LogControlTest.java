// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.LogArea;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.log.EventLog;
import org.junit.jupiter.api.Test;

class LogControlTest {

    private final EventLog events = new EventLog();
    private final LogControl log = new LogControl(events);

    @Test
    void changesTheLevelOfAnAreaAndBack() {
        log.level("exchange", Level.DEBUG, null);

        assertThat(events.exchange().on(Level.DEBUG)).isTrue();
        assertThat(events.node().on(Level.DEBUG)).isFalse();
        assertThat(log.areas()).contains(new LogArea("exchange", Level.DEBUG, Level.INFO, Long.MAX_VALUE));

        log.level("exchange", null, null);
        assertThat(events.exchange().on(Level.DEBUG)).isFalse();
    }

    @Test
    void saysWhichAreasThereAre() {
        assertThatThrownBy(() -> log.level("root", Level.DEBUG, null))
                .isInstanceOf(UnknownNameException.class)
                .hasMessageContaining("no area 'root'")
                .hasMessageContaining("listener, cluster, node");
    }

    @Test
    void showsTheNewestEventsFirstAndNoMoreThanWanted() {
        events.node().info("one");
        events.node().warn("two");
        events.cluster().error("three");

        assertThat(log.recent(2)).extracting(EventView::text).containsExactly("three", "two");
        assertThat(log.recent(2)).extracting(EventView::level).containsExactly("error", "warn");
        assertThat(log.recent(2)).extracting(EventView::area).containsExactly("cluster", "node");
    }
}
