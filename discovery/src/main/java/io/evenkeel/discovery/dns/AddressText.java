// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.netty.util.NetUtil;

/** Tells addresses from names; asks nobody. Any thread. */
public final class AddressText {

    private AddressText() {}

    /** True for an address of IPv4 or IPv6, without brackets. */
    public static boolean isAddress(String host) {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }
}
