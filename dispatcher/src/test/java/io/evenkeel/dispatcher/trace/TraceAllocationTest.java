// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.RequestWriter;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A request whose trace goes on and is not recorded allocates nothing. */
class TraceAllocationTest {

    private static final int TIMES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aTraceThatIsNotRecordedIsOctets() {
        byte[] octets = """
                GET /cart HTTP/1.1
                Host: shop
                traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                tracestate: rojo=1, congo=2

                """.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        HeadBuffer out = new HeadBuffer(1024);
        InetAddress here = InetAddress.getLoopbackAddress();
        Origin.OwnAddress own =
                new Origin.OwnAddress(new ForwardSettings(true, false, true), new InetSocketAddress(here, 9090), false);
        Origin origin = new Origin(new InetSocketAddress(here, 40_000), own, false);
        Tracing rules =
                new Tracing(new TraceSettings(0, true, Untrusted.CONTINUE), Tracing.lanes(1, 1), new Exemplars());
        RequestTrace trace = new RequestTrace();

        Runnable request = () -> {
            head.read(octets, 0, octets.length, RequestLimits.DEFAULTS);
            trace.begin(rules, 0, head, origin);
            RequestWriter.write(head, FieldEdits.NONE, null, origin, trace.isOn(), out);
            trace.write(head, origin, out, "web", 1, () -> 0);
        };
        double bytes = bytesEach(request);

        assertThat(new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1))
                .contains("traceparent: 00-0af7651916cd43dd8448eb211c80319c-", "tracestate: rojo=1,congo=2\r\n\r\n");
        assertThat(bytes).as("bytes for each request").isLessThan(1);
    }

    private static double bytesEach(Runnable request) {
        for (int i = 0; i < 100; i++) {
            request.run();
        }
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        for (int i = 0; i < TIMES; i++) {
            request.run();
        }
        return (double) (THREADS.getThreadAllocatedBytes(thread) - before) / TIMES;
    }
}
