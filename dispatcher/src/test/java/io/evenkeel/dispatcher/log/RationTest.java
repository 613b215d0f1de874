// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class RationTest {

    private final AtomicLong nowNs = new AtomicLong(-5);

    @Test
    void letsTenThroughASecondAndTellsOfTheOthers() {
        Ration ration = new Ration(nowNs::get);
        for (int line = 0; line < Ration.MOST; line++) {
            assertThat(ration.admit()).isZero();
        }
        for (int line = 0; line < 1_000; line++) {
            assertThat(ration.admit()).isEqualTo(-1);
        }
        nowNs.addAndGet(999_999_999);
        assertThat(ration.admit()).isEqualTo(-1);
        nowNs.addAndGet(1);
        assertThat(ration.admit()).isEqualTo(1_001);
        assertThat(ration.admit()).isZero();
    }

    /** Jetty, for example, warns of each request with two Host fields. */
    @Test
    void boundsWhatStrangersMakeLibrariesSay() {
        try (EventLog events = new EventLog()) {
            events.configure(new LogSettings(LogSettings.Level.ERROR, null, null));
            Logger jetty = Logger.getLogger("org.eclipse.jetty.ration");
            for (int line = 0; line < 190; line++) {
                jetty.log(Level.WARNING, "two Host fields");
            }
            assertThat(events.recent(200))
                    .filteredOn(event -> event.message().contains("two Host fields"))
                    .hasSizeBetween(1, 9 * Ration.MOST);
        }
    }
}
