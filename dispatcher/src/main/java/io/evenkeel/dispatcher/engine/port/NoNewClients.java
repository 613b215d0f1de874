// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

import io.netty.channel.Channel;
import io.netty.channel.unix.RawUnixChannelOption;

/**
 * The end of new connections on a listening socket that others on its address will take instead.
 *
 * <p>The kernel drops what comes for the socket itself; connections that it has handed over, or that wait to be
 * accepted, go on. A handshake under way is lost: begin only once no new clients have come for longer than a handshake
 * takes. A client whose first packet is dropped sends it again after a second, to another socket then, so it
 * comes late instead of being reset. Source: socket(7), SO_ATTACH_FILTER; tcp_filter in net/ipv4/tcp_ipv4.c.
 */
public final class NoNewClients {

    private static final RawUnixChannelOption OPTION = ClassicBpf.option("SO_ATTACH_FILTER", 26);

    private NoNewClients() {}

    /**
     * Begins to drop, for as long as the socket is open.
     *
     * @return false when the kernel does not know this, or the socket is closed
     */
    public static boolean begin(Channel listening) {
        return new ClassicBpf(1).add(ClassicBpf.RETURN_CONSTANT, 0).attach(listening, OPTION);
    }
}
