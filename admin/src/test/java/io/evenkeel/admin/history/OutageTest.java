// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The time without a history, and the disk that ends it. */
class OutageTest {

    private static final Path FOLDER = Path.of("shop.history");
    private static final long S = 1_000_000_000L;
    private static final long LEAST = 64L << 20;

    private final EventLog log = new EventLog();
    private DiskSpace disk = new DiskSpace(1L << 30, 0);
    private final Outage outage = new Outage(FOLDER, log.admin(), () -> disk);

    @AfterEach
    void end() {
        log.close();
    }

    private void begin() {
        outage.begins(new IOException("No space left on device"));
        assertThat(outage.isTimeToTry(0)).as("the minute begins").isFalse();
    }

    @Test
    void aDiskWithoutRoomIsNotTried() {
        begin();
        disk = new DiskSpace(1L << 30, LEAST - 1);
        assertThat(outage.isTimeToTry(60 * S)).isFalse();

        disk = new DiskSpace(1L << 30, LEAST);
        assertThat(outage.isTimeToTry(61 * S)).as("not before the next minute").isFalse();
        assertThat(outage.isTimeToTry(120 * S)).isTrue();
    }

    @Test
    void aDiskWhoseRoomIsNotKnownIsTried() {
        begin();
        disk = new DiskSpace(0, 0);

        assertThat(outage.isTimeToTry(59 * S)).isFalse();
        assertThat(outage.isTimeToTry(60 * S)).isTrue();
    }

    @Test
    void aReasonIsSaidOnceForAnOutage() {
        begin();
        outage.begins(new IOException("No space left on device"));
        outage.ends();
        outage.ends();

        assertThat(log.recent(10))
                .extracting(Event::message)
                .hasSize(2)
                .satisfiesOnlyOnce(line -> assertThat(line).isEqualTo("the history is kept again in " + FOLDER));
    }
}
