// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.LogSettings.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LaneTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final WritableByteChannel channel = Channels.newChannel(out);

    private static Lane lane(int bytes) {
        return new Lane(bytes, LineFormat.of(Format.COMBINED, ZoneOffset.UTC, null));
    }

    private static void put(Lane lane, String line) {
        lane.put(line.getBytes(US_ASCII), line.length());
    }

    @Test
    void dropsWholeLinesWhenFullAndCountsThem() throws IOException {
        Lane lane = lane(16);
        put(lane, "0123456789\n");
        put(lane, "abcdef\n");
        put(lane, "wxyz\n");
        put(lane, "!\n");
        assertThat(lane.drain(channel)).isTrue();
        assertThat(out.toString(US_ASCII)).isEqualTo("0123456789\nwxyz\n");
        assertThat(lane.dropped()).isEqualTo(2);
        assertThat(lane.drain(channel)).as("nothing left").isFalse();
    }

    @Test
    void keepsEveryByteAcrossTheEndOfTheRing() throws IOException {
        Lane lane = lane(64);
        Random random = new Random(Long.getLong("seed", 7));
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            String line = "x".repeat(random.nextInt(40)) + i + "\n";
            put(lane, line);
            expected.append(line);
            lane.drain(channel);
        }
        assertThat(lane.dropped()).isZero();
        assertThat(out.toString(US_ASCII)).isEqualTo(expected.toString());
    }

    @Test
    @Timeout(30)
    void losesNothingButWhatItCountsBetweenTwoThreads() throws Exception {
        Lane lane = lane(1024);
        int lines = 200_000;
        Thread putting = new Thread(() -> {
            for (int i = 0; i < lines; i++) {
                put(lane, i + "\n");
            }
        });
        putting.start();
        while (putting.isAlive()) {
            lane.drain(channel);
        }
        putting.join();
        lane.drain(channel);
        List<String> written = out.toString(US_ASCII).lines().toList();
        int last = -1;
        for (String line : written) {
            int number = Integer.parseInt(line);
            assertThat(number).as("order").isGreaterThan(last);
            last = number;
        }
        assertThat(written.size() + lane.dropped()).isEqualTo(lines);
    }

    @Test
    void goesOnAfterAWriteThatFailed() throws IOException {
        Lane lane = lane(64);
        put(lane, "lost\n");
        WritableByteChannel full = Channels.newChannel(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        });
        assertThatThrownBy(() -> lane.drain(full)).isInstanceOf(IOException.class);
        put(lane, "next\n");
        lane.drain(channel);
        assertThat(out.toString(US_ASCII)).isEqualTo("next\n");
    }
}
