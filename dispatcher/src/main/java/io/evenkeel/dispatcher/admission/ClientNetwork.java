// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

import io.evenkeel.dispatcher.http.Origin;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** Numbers for clients: one for each address of IPv4 and for each /64 of IPv6, which is what a customer has. Any thread. */
public final class ClientNetwork {

    /** The number of a peer that sends the requests of many clients; as an address it would be one of multicast. */
    public static final long MANY = 0xff00_0000_0000_0000L;

    private ClientNetwork() {}

    /** The number of the client of a request; {@link #MANY} for a peer that is trusted, such as a proxy. */
    public static long of(Origin origin) {
        return origin.trusted() ? MANY : of(origin.client().getAddress());
    }

    /** The number of an address; never {@link #MANY} for one that can connect. */
    public static long of(InetAddress address) {
        ByteBuffer octets = ByteBuffer.wrap(address.getAddress());
        // no IPv6 multicast address ever connects, so no /64 is mistaken for an IPv4 address
        return address instanceof Inet4Address
                ? (0xffff_ffffL << 32) | (octets.getInt() & 0xffff_ffffL)
                : octets.getLong();
    }
}
