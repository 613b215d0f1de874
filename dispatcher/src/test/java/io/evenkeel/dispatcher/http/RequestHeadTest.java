// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A head that has passed several dispatchers, and one with several faults. */
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

    @Test
    void aBadHostIsToldBeforeALargeBody() {
        RequestLimits limits = new RequestLimits(1000, 100, 10, 4);
        for (String host : new String[] {"", "Host: a b\r\n", "Host: a\r\n"}) {
            byte[] octets =
                    ("POST / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
            assertThat(head.read(octets, 0, octets.length, limits)).isEqualTo(RequestHead.REFUSED);
            assertThat(head.refusal())
                    .isEqualTo(host.equals("Host: a\r\n") ? Refusal.BODY_TOO_LARGE : Refusal.BAD_HOST);
        }
    }
}
