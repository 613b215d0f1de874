// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import org.jspecify.annotations.Nullable;

/**
 * Traffic of a listener in the last seconds, each of them a second; NaN is unknown.
 *
 * @param requests of HTTP
 * @param accepted client connections
 * @param refused requests that the dispatcher answered itself, and handshakes that failed
 * @param full TLS handshakes with a signature
 * @param resumed TLS handshakes that continued an earlier session
 * @param failed TLS handshakes that did not succeed
 */
public record ListenerRates(
        double requests, double accepted, double refused, double full, double resumed, double failed) {

    static final ListenerRates UNKNOWN =
            new ListenerRates(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * The rates between two readings.
     *
     * @param before null when there is none, or of a listener of that name before this one
     */
    static ListenerRates of(@Nullable ListenerTraffic before, ListenerTraffic now, double seconds) {
        if (before == null || before.accepted() > now.accepted() || seconds <= 0) {
            return UNKNOWN;
        }
        HandshakeCounts first = before.handshakes();
        HandshakeCounts last = now.handshakes();
        return new ListenerRates(
                (now.requests().total() - before.requests().total()) / seconds,
                (now.accepted() - before.accepted()) / seconds,
                (refusals(now) - refusals(before)) / seconds,
                (last.full() - first.full()) / seconds,
                (last.resumed() - first.resumed()) / seconds,
                (last.failed() - first.failed()) / seconds);
    }

    private static long refusals(ListenerTraffic traffic) {
        return traffic.refused().values().stream().mapToLong(Long::longValue).sum();
    }
}
