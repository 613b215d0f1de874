// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.trace.RequestSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces of requests that come on streams of HTTP/2. */
class Http2TraceTest {

    private static final String CALLED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final MemoryStand stand = new MemoryStand(1, s -> s.trusting("0.0.0.0/0"), c -> {});

    @Test
    void aStreamsTraceGoesOn() {
        stand.trace(new TraceSettings(0, true, Untrusted.CONTINUE));
        FrameClient client = FrameClient.of(stand);
        String block = FrameClient.request("GET", "/a", "traceparent", CALLED, "tracestate", "a=1");
        client.sends(FrameType.HEADERS, FrameType.END_STREAM | FrameType.END_HEADERS, 1, block);
        Peer node = stand.node(1);
        String head = node.got();
        node.sends("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        client.got();

        assertThat(head)
                .contains("traceparent: 00-0af7651916cd43dd8448eb211c80319c-", "tracestate: a=1\r\n")
                .doesNotContain("b7ad6b7169203331");
        assertThat(stand.recorded()).extracting(RequestSpan::version).containsExactly("HTTP/2.0");
    }

    @Test
    void aStreamThatIsResetIsRecorded() {
        stand.trace(new TraceSettings(1, true, Untrusted.CONTINUE));
        FrameClient client = FrameClient.of(stand).gets(1, "/a");
        stand.node(1).got();
        client.resets(1);

        List<RequestSpan> recorded = stand.recorded();
        assertThat(recorded).singleElement().matches(each -> "client".equals(each.brokenBy()));
    }
}
