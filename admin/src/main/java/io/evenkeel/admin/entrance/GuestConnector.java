// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Listens, and notes the guests that come and go. */
final class GuestConnector extends ServerConnector {

    private final Guests guests;

    GuestConnector(Server server, Guests guests, ConnectionFactory[] spoken) {
        super(server, 1, 1, spoken);
        this.guests = guests;
    }

    @Override
    protected void onEndPointOpened(EndPoint endPoint) {
        super.onEndPointOpened(endPoint);
        guests.arrive(endPoint, address(endPoint), System.nanoTime());
    }

    @Override
    protected void onEndPointClosed(EndPoint endPoint) {
        super.onEndPointClosed(endPoint);
        guests.depart(endPoint);
    }

    private static String address(EndPoint endPoint) {
        InetAddress address =
                endPoint.getRemoteSocketAddress() instanceof InetSocketAddress socket ? socket.getAddress() : null;
        return address == null ? "" : address.getHostAddress();
    }
}
