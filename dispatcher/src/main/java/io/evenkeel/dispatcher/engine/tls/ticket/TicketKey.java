// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.ticket;

/**
 * One key of session tickets, in the parts that a TLS library wants. {@link #toString} shows nothing of it.
 *
 * @param name stands open in each ticket and tells which key opens it, 16 octets
 * @param hmac proves that a ticket is whole, 16 octets
 * @param aes hides what is in it, 16 octets
 */
@SuppressWarnings("ArrayRecordComponent") // handed to a library and never compared
public record TicketKey(byte[] name, byte[] hmac, byte[] aes) {

    /** The octets of each part. */
    static final int PART = 16;

    @Override
    public String toString() {
        return "a ticket key";
    }
}
