// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

import java.net.InetAddress;
import java.util.function.Predicate;

/**
 * The number of client connections that a listener may have at a time.
 *
 * @param connections in all; at least 1
 * @param perAddress from one IPv4 address or one /64 of IPv6; at least 1
 * @param exempt addresses that may have any number, such as those of trusted proxies
 */
public record AdmissionLimits(int connections, int perAddress, Predicate<InetAddress> exempt) {

    /** No limit at all. */
    public static final AdmissionLimits NONE =
            new AdmissionLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, address -> false);
}
