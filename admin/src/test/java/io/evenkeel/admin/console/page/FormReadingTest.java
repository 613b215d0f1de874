// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.page.FormReading.Body;
import io.evenkeel.admin.console.page.FormReading.Busy;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FormReadingTest {

    private static final int MOST = 1_000_000;

    private final AtomicLong nowNs = new AtomicLong();
    private final FormReading reading = new FormReading(() -> nowNs.addAndGet(100_000_000));

    /** Gives an octet every ten seconds, for ever. */
    private final InputStream dribble = new InputStream() {
        @Override
        public int read() {
            nowNs.addAndGet(TimeUnit.SECONDS.toNanos(10));
            return 'x';
        }

        @Override
        public int read(byte[] into, int from, int length) {
            into[from] = (byte) read();
            return 1;
        }
    };

    private Body read(int octets) throws Exception {
        return reading.read(new ByteArrayInputStream(new byte[octets]), octets, MOST);
    }

    @Test
    void readsTheWholeBody() throws Exception {
        assertThat(read(5).octets()).hasSize(5);
        assertThat(read(MOST).octets()).hasSize(MOST);
        assertThat(reading.read(new ByteArrayInputStream(new byte[300_000]), -1, MOST)
                        .octets())
                .as("of a length that nobody announced")
                .hasSize(300_000);
    }

    @Test
    void givesUpAfterAMinute() {
        assertThatThrownBy(() -> reading.read(dribble, MOST, MOST))
                .isInstanceOf(ApiRefusal.class)
                .hasMessageContaining("within 60 s");
        assertThat(nowNs.get()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(80));
    }

    @Test
    void takesFewLongOnesAtATimeAndUsualOnesAlways() throws Exception {
        try (Body first = read(MOST);
                Body second = read(MOST)) {
            assertThat(first.octets()).hasSameSizeAs(second.octets());
            assertThatThrownBy(() -> read(MOST)).isInstanceOf(Busy.class);
            assertThat(read(10_000).octets()).hasSize(10_000);
        }
        read(MOST).close();
        assertThatThrownBy(() -> read(MOST + 1)).isInstanceOf(ApiRefusal.class);
        assertThatThrownBy(() -> reading.read(new ByteArrayInputStream(new byte[MOST + 1]), -1, MOST))
                .hasMessageContaining("more than " + MOST);
        read(MOST).close();
        assertThat(read(MOST).octets()).as("every place was given back").isNotEmpty();
    }
}
