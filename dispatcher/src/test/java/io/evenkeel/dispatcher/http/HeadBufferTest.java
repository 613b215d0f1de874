// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeadBufferTest {

    private final HeadBuffer head = new HeadBuffer(1024);

    private void adds(int octets) {
        for (int i = 0; i < octets; i++) {
            head.add((byte) 'x');
        }
    }

    @Test
    void doublesWhileItIsSmall() {
        adds(1025);
        assertThat(head.capacity()).isEqualTo(2048);
        adds(1024);
        assertThat(head.capacity()).isEqualTo(4096);
    }

    @Test
    void aLargeHeadThatGrowsTakesAnEighthMoreAtMost() {
        adds(33_000);
        assertThat(head.length()).isEqualTo(33_000);
        assertThat(head.capacity()).isBetween(33_000, 33_000 * 9 / 8);
    }

    @Test
    void aLargeHeadWhoseLengthIsKnownTakesJustThat() {
        head.clear(60_000);
        adds(60_000);
        assertThat(head.capacity()).isEqualTo(60_000);
        head.insertLines("A: b\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(head.length()).isEqualTo(60_006);
        assertThat(head.capacity()).isLessThan(60_006 * 9 / 8 + 1);
    }

    @Test
    void whatIsExpectedChangesNothingForUsualHeads() {
        byte[] before = head.octets();
        head.clear(8 * 1024);
        assertThat(head.octets()).isSameAs(before);
        head.clear(8 * 1024 + 1);
        head.clear();
        assertThat(head.capacity()).isEqualTo(1024);
    }
}
