// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.TaskMeter;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The last step of a TCP connection's task: its times and octets go to the cluster's meter, and its line to the access
 * log.
 *
 * @param source the client's address as it is believed; null when it is not known
 * @param tls of the client's connection; null for clear text
 */
record TcpReport(
        TcpFrontend frontend,
        TcpRules rules,
        @Nullable InetSocketAddress source,
        @Nullable TlsFacts tls) {

    /**
     * Writes both, once for each task.
     *
     * @param served the node of the tunnel; null when there was none
     * @param attempt the number of the last attempt to reach a node
     * @param refusal the reason why the client got none; null when it was not refused
     * @param how the end of the tunnel; null when there was none
     */
    void write(
            TcpTimes times,
            @Nullable Node served,
            boolean failed,
            int attempt,
            @Nullable Refusal refusal,
            @Nullable TunnelEnd how,
            long fromClient,
            long fromNode,
            Loop loop) {
        long nowNs = loop.nowNs();
        String cluster = rules.cluster().name();
        TaskMeter meter = frontend.meters.meter(cluster, loop.index());
        times.report(meter, served, failed, fromClient, fromNode, nowNs);
        AccessLog log = frontend.accessLog();
        if (log != null) {
            new TcpLine(rules.listener().name(), cluster, source, tls, served, attempt, refusal, how)
                    .write(log, times, nowNs, fromClient, fromNode);
        }
    }
}
