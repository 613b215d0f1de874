// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** A receiver of datagrams on a port of loopback. */
public final class UdpReceiver implements AutoCloseable {

    private final DatagramSocket socket;

    /** @param port 0 for a free one */
    public UdpReceiver(int port) throws IOException {
        socket = new DatagramSocket(port, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(20_000);
    }

    /** The address as a configuration has it. */
    public String address() {
        return "udp://127.0.0.1:" + socket.getLocalPort();
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Waits for a message. */
    public String next() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[65_536], 65_536);
        socket.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        socket.close();
    }
}
