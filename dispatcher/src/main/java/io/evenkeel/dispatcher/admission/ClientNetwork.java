// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Numbers of clients: one for each address of IPv4, and one for each /64 of IPv6. Any thread. */
public final class ClientNetwork {

    /** The number of a peer that sends the requests of many clients; as an address it would be one of multicast. */
    public static final long MANY = 0xff00_0000_0000_0000L;

    private ClientNetwork() {}

    /** The number of an address; never {@link #MANY} for one that can connect. */
    public static long of(InetAddress address) {
        ByteBuffer octets = ByteBuffer.wrap(address.getAddress());
        // no IPv6 multicast address ever connects, so no /64 is mistaken for an IPv4 address
        return address instanceof Inet4Address
                ? (0xffff_ffffL << 32) | (octets.getInt() & 0xffff_ffffL)
                : octets.getLong();
    }
}
