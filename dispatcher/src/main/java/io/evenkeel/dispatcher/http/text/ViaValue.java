// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;

/**
 * Values of {@code Via} (RFC 9110 §7.6.3), by which a request tells the gateways that it has passed. Stateless.
 */
public final class ViaValue {

    /** The name that each Evenkeel puts behind the version, whichever of several it is. */
    public static final String NAME = "evenkeel";

    private static final byte[] OWN = Octets.ascii(NAME);

    private ViaValue() {}

    /** The number of times that a value in {@code [from, to)} names an Evenkeel behind a version. */
    public static int passes(byte[] octets, int from, int to) {
        int passes = 0;
        for (int at = from + 1; at + OWN.length <= to; at++) {
            int end = at + OWN.length;
            boolean own = Octets.isBlank(octets[at - 1])
                    && Octets.equalsLower(octets, at, end, OWN)
                    && (end == to || octets[end] == ',' || Octets.isBlank(octets[end]));
            passes += own ? 1 : 0;
        }
        return passes;
    }
}
