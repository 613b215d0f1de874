// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.log.access.AccessEntry;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.TaskTimes;
import io.evenkeel.dispatcher.trace.TraceParent;
import org.jspecify.annotations.Nullable;

/**
 * Writes exchanges to the access log. What the client said is read once more from the head that went to the node,
 * so that an exchange that is not logged costs nothing.
 */
final class AccessLine {

    private final Exchange exchange;

    AccessLine(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Writes the line of the exchange, which ends now; does nothing while requests are not logged.
     *
     * @param gone the side that broke the exchange off; null when neither did
     */
    void write(@Nullable BrokenOff gone, long nowNs) {
        AccessLog log = exchange.context.accessLog();
        if (log == null || !exchange.client().isLogged()) {
            return;
        }
        AccessEntry entry = entry();
        Timing timing = exchange.timing;
        long nowMs = System.currentTimeMillis();
        entry.begin(nowMs - (nowNs - timing.firstNs) / 1_000_000);
        request(entry);
        Cluster cluster = exchange.task.clusterOrNull();
        if (cluster != null) {
            Node node = exchange.task.node();
            entry.node(cluster.name(), node == null ? null : node.name());
        }
        entry.status(timing.status);
        entry.bytes(timing.bytesIn - timing.headIn, timing.bytesOut - timing.headOut);
        long queueNs = TaskTimes.wt1Ns(timing.headNs, timing.assignedNs, nowNs);
        boolean sent = timing.connectedNs != 0;
        entry.times(
                timing.headNs - timing.firstNs,
                cluster == null ? AccessEntry.NOT_REACHED : queueNs,
                sent ? TaskTimes.wt2Ns(timing.assignedNs, timing.connectedNs, nowNs) : AccessEntry.NOT_REACHED,
                timing.answerNs == 0 ? AccessEntry.NOT_REACHED : timing.answerNs - timing.connectedNs,
                nowNs - timing.firstNs);
        entry.retries(exchange.task.retries().attempt());
        Refusal how = exchange.own.refusal();
        if (how != null) {
            entry.reason(how.reason());
            entry.requestId(exchange.own.requestId());
            end(entry, how);
        } else if (exchange.own.redirected()) {
            entry.reason("redirected");
            entry.ended('L', 'R');
        } else if (gone != null) {
            entry.ended(gone.letter(), timing.answerNs != 0 ? 'D' : sent ? 'H' : timing.assignedNs != 0 ? 'C' : 'Q');
        } else {
            entry.reason(exchange.cached.word());
        }
        log.write(entry);
    }

    private AccessEntry entry() {
        Origin origin = exchange.client().origin();
        AccessEntry entry = exchange.context.accessEntry();
        entry.open(
                false,
                origin.text(),
                origin.client().getPort(),
                exchange.rules().listener());
        TlsFacts tls = origin.tls();
        if (tls != null) {
            entry.tls(tls.version(), tls.cipher());
        }
        return entry;
    }

    private void request(AccessEntry entry) {
        RequestHead head = exchange.context.loggedHead;
        byte[] octets = exchange.request.head().octets();
        int length = exchange.request.head().length();
        if (length == 0 || head.read(octets, 0, length, RequestLimits.NONE) < 0) {
            entry.method("<BADREQ>");
            return;
        }
        entry.method(octets, 0, head.methodEnd());
        entry.target(octets, head.target().pathAt(), head.target().end());
        entry.version(exchange.client().version());
        entry.host(octets, head.hostAt(), head.hostEnd());
        for (int line = 0; line < head.fields(); line++) {
            if (head.isReferer(line)) {
                entry.referer(octets, head.valueAt(line), head.valueEnd(line));
            } else if (head.isUserAgent(line)) {
                entry.userAgent(octets, head.valueAt(line), head.valueEnd(line));
            } else if (head.isTraceparent(line)
                    && exchange.context.loggedTrace.read(octets, head.valueAt(line), head.valueEnd(line))) {
                entry.trace(
                        octets, head.valueAt(line) + TraceParent.TRACE_AT, head.valueAt(line) + TraceParent.TRACE_END);
            }
        }
    }

    /** HAProxy's two letters for an answer of our own. */
    private static void end(AccessEntry entry, Refusal how) {
        switch (how) {
            case HEAD_TIMEOUT -> entry.ended('c', 'R');
            case BODY_TIMEOUT -> entry.ended('c', 'D');
            case QUEUE_LATE, QUEUE_TIMEOUT -> entry.ended('s', 'Q');
            case QUEUE_FULL, NO_NEW_SESSIONS -> entry.ended('S', 'Q');
            case CONNECT_FAILED, NONE_UP -> entry.ended('S', 'C');
            case CONNECT_TIMEOUT -> entry.ended('s', 'C');
            case RESPONSE_TIMEOUT -> entry.ended('s', 'H');
            case NODE_CLOSED -> entry.ended('S', 'H');
            case BAD_ANSWER -> entry.ended('P', 'H');
            case INTERNAL -> entry.ended('I', 'R');
            default -> entry.ended('P', 'R');
        }
    }
}
