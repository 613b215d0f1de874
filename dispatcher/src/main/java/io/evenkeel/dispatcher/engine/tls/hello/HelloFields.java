// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a ClientHello that decide something.
 *
 * @param serverName in lower case; null when there is none
 * @param protocols names of ALPN as on the wire, each behind its length; empty for none
 * @param bits the constants of this record that are true
 */
@SuppressWarnings("ArrayRecordComponent") // one for each connection, and never compared
record HelloFields(@Nullable String serverName, byte[] protocols, int bits) {

    static final int TLS_1_3 = 1;
    static final int TLS_1_2 = 1 << 1;
    static final int ECDSA_P256 = 1 << 2;
    static final int ECDSA_P384 = 1 << 3;
    static final int ECDSA_P521 = 1 << 4;

    /** A suite of TLS 1.2 with ECDSA. */
    static final int ECDSA_SUITE = 1 << 5;

    /** The list of curves is there. */
    static final int CURVES = 1 << 6;

    static final int PRE_SHARED_KEY = 1 << 7;
    static final int TICKET = 1 << 8;
    static final int STAPLE = 1 << 9;

    /** The distance from the bit of a scheme to the bit of its curve. */
    static final int SCHEME_TO_CURVE = 8;

    static final int CURVE_P256 = ECDSA_P256 << SCHEME_TO_CURVE;
    static final int CURVE_P384 = ECDSA_P384 << SCHEME_TO_CURVE;
    static final int CURVE_P521 = ECDSA_P521 << SCHEME_TO_CURVE;

    static final byte[] NO_PROTOCOLS = {};
    static final HelloFields NONE = new HelloFields(null, NO_PROTOCOLS, 0);

    boolean has(int bit) {
        return (bits & bit) == bit;
    }

    boolean hasAny(int any) {
        return (bits & any) != 0;
    }
}
