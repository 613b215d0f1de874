// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;
import io.evenkeel.dispatcher.kit.Wire;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The heads of a request and its answer allocate nothing on the heap once the buffers have grown. */
class HeadAllocationTest {

    private static final int TIMES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final HpackDecoder decoder = new HpackDecoder(4096);
    private final HpackEncoder encoder = new HpackEncoder();
    private final FieldBlock fields = new FieldBlock();
    private final RequestComposer composer = new RequestComposer(octets -> {});
    private final ResponseComposer answers = new ResponseComposer();
    private final HeadBuffer composed = new HeadBuffer(1024);
    private final HeadBuffer out = new HeadBuffer(1024);
    private final RequestHead head = new RequestHead();
    private final ResponseHead answer = new ResponseHead();
    private final ResponseFields responses =
            new ResponseFields(new DateLine(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));
    private final FieldNames hidden = FieldNames.of(List.of("server"));

    private final byte[] request = FieldBlocks.hex("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"
            + "4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf" + "6003 613d 62" + "6001 63");
    private final byte[] response = Wire.bytes("""
            HTTP/1.1 200 OK
            Content-Type: text/html
            X-A: b
            Server: s
            Trailer: a, endpoint-load-metrics
            Content-Length: 12

            """.replace("\n", "\r\n"));

    private int once() {
        fields.begin(65_536, 200);
        boolean well = decoder.decode(request, 0, request.length, fields);
        HeadProblem problem = composer.compose(fields, false, true, composed);
        int read = head.read(composed.octets(), 0, composed.length(), RequestLimits.DEFAULTS);
        read += answer.read(response, 0, response.length, 65_536, 200, false);
        out.clear();
        responses.head(answer, hidden, encoder, out);
        out.clear();
        RequestFields.write(composed, true, true, encoder, out);
        problem = problem != null ? problem : answers.compose(fields, true, false, composed);
        return well && problem == HeadProblem.UNKNOWN_PSEUDO ? read : -1;
    }

    @Test
    void headsPassWithoutGarbage() {
        int expected = once();
        assertThat(expected).isPositive();
        for (int i = 0; i < 100; i++) {
            once();
        }
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        int same = 0;
        for (int i = 0; i < TIMES; i++) {
            same += once() == expected ? 1 : 0;
        }
        double each = (double) (THREADS.getThreadAllocatedBytes(thread) - before) / TIMES;

        assertThat(same).isEqualTo(TIMES);
        assertThat(each).isLessThan(1);
    }
}
