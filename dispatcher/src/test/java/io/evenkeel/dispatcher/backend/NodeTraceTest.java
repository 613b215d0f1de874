// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.trace.AttemptSpan;
import io.evenkeel.dispatcher.trace.RequestSpan;
import io.evenkeel.dispatcher.trace.TraceParent;
import org.junit.jupiter.api.Test;

/** Traces towards nodes that speak HTTP/2. */
class NodeTraceTest {

    @Test
    void aNodeOfHttp2IsToldItsAttempt() {
        MemoryStand stand = NodeStreamTest.stand(1);
        stand.trace(new TraceSettings(1, true, Untrusted.CONTINUE));
        Peer client = stand.client();
        client.sends("GET /a HTTP/1.1\r\nHost: shop\r\n\r\n");
        FrameNode node = FrameNode.of(stand, 1);
        String first = String.join(" ", node.got());
        node.resets(1, ErrorCode.REFUSED_STREAM);
        String second = String.join(" ", node.got());
        node.answersWith(3, "ok");
        assertThat(client.got()).startsWith("HTTP/1.1 200");

        RequestSpan span = stand.recorded().get(0);
        assertThat(span.attempts()).extracting(AttemptSpan::version).containsExactly("2", "2");
        assertThat(first).contains(told(span, 0));
        assertThat(second).contains(told(span, 1));
        client.breaks();
    }

    private static String told(RequestSpan span, int attempt) {
        return "traceparent=00-" + TraceParent.traceId(span.traceHi(), span.traceLo()) + "-"
                + TraceParent.spanId(span.attempts().get(attempt).id()) + "-03";
    }
}
