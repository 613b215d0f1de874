// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

/**
 * TLS handshakes with clients.
 *
 * @param full12 with TLS 1.2 and a signature
 * @param resumed12 with TLS 1.2, continuing an earlier session
 * @param full13 with TLS 1.3 and a signature
 * @param resumed13 with TLS 1.3, continuing an earlier session
 * @param failed those that did not succeed, of clients that do not speak TLS too
 */
public record HandshakeCounts(long full12, long resumed12, long full13, long resumed13, long failed) {

    /** None yet. */
    public static final HandshakeCounts NONE = new HandshakeCounts(0, 0, 0, 0, 0);

    HandshakeCounts plus(HandshakeCounts other) {
        return new HandshakeCounts(
                full12 + other.full12,
                resumed12 + other.resumed12,
                full13 + other.full13,
                resumed13 + other.resumed13,
                failed + other.failed);
    }

    /** All that have succeeded. */
    public long total() {
        return full() + resumed();
    }

    /** Those with a signature. */
    public long full() {
        return full12 + full13;
    }

    /** Those with TLS 1.2 that have succeeded. */
    public long tls12() {
        return full12 + resumed12;
    }

    /** Those with TLS 1.3 that have succeeded. */
    public long tls13() {
        return full13 + resumed13;
    }

    /** Those that continued an earlier session. */
    public long resumed() {
        return resumed12 + resumed13;
    }
}
