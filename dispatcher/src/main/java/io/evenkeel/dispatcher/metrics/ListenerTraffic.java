// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Totals of a listener since it was opened.
 *
 * @param accepted client connections
 * @param open client connections now
 * @param refused requests that the dispatcher answered itself, and handshakes that failed, by reason
 * @param handshakes of TLS
 * @param requests of HTTP whose head was read, by protocol
 */
public record ListenerTraffic(
        long accepted, long open, Map<String, Long> refused, HandshakeCounts handshakes, ByProtocol requests) {

    /**
     * Requests by their protocol.
     *
     * @param http1 with HTTP/1.0 and HTTP/1.1
     * @param http2 with HTTP/2
     */
    public record ByProtocol(long http1, long http2) {

        /** None yet. */
        public static final ByProtocol NONE = new ByProtocol(0, 0);

        /** All of them. */
        public long total() {
            return http1 + http2;
        }
    }

    public ListenerTraffic {
        refused = Collections.unmodifiableMap(new TreeMap<>(refused));
    }

    /**
     * Adds up what the loops have seen; closed before accepted, so that a connection counted as closed was counted as
     * accepted.
     */
    static ListenerTraffic of(ListenerMeter... meters) {
        Map<String, Long> refused = new TreeMap<>();
        long closed = 0;
        long accepted = 0;
        for (ListenerMeter meter : meters) {
            closed += meter.closedCount();
            meter.addRefusalsTo(refused);
        }
        HandshakeCounts handshakes = HandshakeCounts.NONE;
        long http1 = 0;
        long http2 = 0;
        for (ListenerMeter meter : meters) {
            accepted += meter.acceptedCount();
            handshakes = handshakes.plus(meter.handshakes());
            http1 += meter.http1Count();
            http2 += meter.http2Count();
        }
        return new ListenerTraffic(
                accepted, Math.max(0, accepted - closed), refused, handshakes, new ByProtocol(http1, http2));
    }
}
