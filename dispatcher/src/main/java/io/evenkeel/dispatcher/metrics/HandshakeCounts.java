// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

/**
 * TLS handshakes with clients that have succeeded.
 *
 * @param full12 with TLS 1.2 and a signature
 * @param resumed12 with TLS 1.2, continuing an earlier session
 * @param full13 with TLS 1.3 and a signature
 * @param resumed13 with TLS 1.3, continuing an earlier session
 */
public record HandshakeCounts(long full12, long resumed12, long full13, long resumed13) {

    /** None yet. */
    public static final HandshakeCounts NONE = new HandshakeCounts(0, 0, 0, 0);

    HandshakeCounts plus(HandshakeCounts other) {
        return new HandshakeCounts(
                full12 + other.full12, resumed12 + other.resumed12, full13 + other.full13, resumed13 + other.resumed13);
    }

    /** All of them. */
    public long total() {
        return full12 + resumed12 + full13 + resumed13;
    }

    /** Those that continued an earlier session. */
    public long resumed() {
        return resumed12 + resumed13;
    }
}
