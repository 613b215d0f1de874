// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A head that has passed several dispatchers. */
class RequestHeadTest {

    private final RequestHead head = new RequestHead();

    private static byte[] passed(int times) {
        String via = "Via: 1.1 evenkeel, 2 other\r\n".repeat(times);
        return ("GET / HTTP/1.1\r\nHost: a\r\n" + via + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aClientsHeadIsTakenAfterNinePasses() {
        byte[] octets = passed(9);
        assertThat(head.take(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
    }

    @Test
    void aClientsHeadIsRefusedAfterTenPasses() {
        byte[] octets = passed(10);
        assertThat(head.take(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(RequestHead.REFUSED);
        assertThat(head.refusal()).isEqualTo(Refusal.LOOP);
    }

    @Test
    void aHeadThatIsReadAgainIsNotRefused() {
        byte[] octets = passed(10);
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
    }

    @Test
    void theNextHeadBeginsToCountByItself() {
        byte[] many = passed(9);
        byte[] few = passed(1);
        assertThat(head.take(many, 0, many.length, RequestLimits.DEFAULTS)).isPositive();
        assertThat(head.take(few, 0, few.length, RequestLimits.DEFAULTS)).isEqualTo(few.length);
    }
}
