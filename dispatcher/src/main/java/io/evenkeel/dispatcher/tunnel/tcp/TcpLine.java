// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.log.access.AccessEntry;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.tunnel.TunnelEnd;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The line of one TCP connection in the access log.
 *
 * @param source the client's address that is believed; null when the client left before it was read
 * @param tls null when the client's octets were not encrypted
 * @param refusal reason for which the dispatcher refused the client; null when it did not
 * @param end the way the tunnel ended; null when there was none
 */
record TcpLine(
        String listener,
        String cluster,
        @Nullable InetSocketAddress source,
        @Nullable TlsFacts tls,
        @Nullable Node node,
        int attempt,
        @Nullable Refusal refusal,
        @Nullable TunnelEnd end) {

    void write(AccessLog log, TcpTimes times, long nowNs, long fromClient, long fromNode) {
        long totalNs = times.totalNs(nowNs);
        AccessEntry entry = new AccessEntry();
        String address = source == null ? "-" : source.getAddress().getHostAddress();
        entry.open(true, address, source == null ? 0 : source.getPort(), listener);
        if (tls != null) {
            entry.tls(tls.version(), tls.cipher());
        }
        entry.begin(System.currentTimeMillis() - totalNs / 1_000_000);
        entry.node(cluster, node == null ? null : node.name());
        entry.bytes(fromClient, fromNode);
        entry.times(
                AccessEntry.NOT_REACHED,
                times.isAsked() ? times.wt1Ns(nowNs) : AccessEntry.NOT_REACHED,
                times.isConnected() ? times.wt2Ns(nowNs) : AccessEntry.NOT_REACHED,
                AccessEntry.NOT_REACHED,
                totalNs);
        entry.retries(attempt);
        entry.reason(refusal == null ? null : refusal.reason());
        if (refusal != null) {
            entry.ended('P', 'C');
        } else if (end == null) {
            entry.ended('C', 'C');
        } else {
            entry.ended(end.letter(), end == TunnelEnd.FINISHED ? '-' : 'D');
        }
        log.write(entry);
    }
}
