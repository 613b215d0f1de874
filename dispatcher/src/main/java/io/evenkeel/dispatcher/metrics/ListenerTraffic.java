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
 * @param handshakes of TLS that have succeeded
 */
public record ListenerTraffic(long accepted, long open, Map<String, Long> refused, HandshakeCounts handshakes) {

    /** Totals without TLS. */
    public ListenerTraffic(long accepted, long open, Map<String, Long> refused) {
        this(accepted, open, refused, HandshakeCounts.NONE);
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
        for (ListenerMeter meter : meters) {
            accepted += meter.acceptedCount();
            handshakes = handshakes.plus(meter.handshakes());
        }
        return new ListenerTraffic(accepted, Math.max(0, accepted - closed), refused, handshakes);
    }
}
