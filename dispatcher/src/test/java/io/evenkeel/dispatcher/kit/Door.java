// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A listener as its clients find it, also once it is closed.
 *
 * @param port of the loopback
 */
public record Door(int port, Cover cover) {

    /** A connection; under TLS one whose handshake is over. */
    public Socket socket() throws IOException {
        return socket("");
    }

    /**
     * A connection that begins with octets of its own.
     *
     * @param first go out before all else, as the header of a proxy does
     * @param protocols offered by ALPN
     */
    public Socket socket(String first, String... protocols) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        // Without a timeout: Java polls otherwise, and a reset that follows at once looks like a failed attempt.
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        try {
            socket.getOutputStream().write(Wire.bytes(first));
            return cover == Cover.NONE ? socket : new TlsSocket(socket, Cover.client(port, protocols));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A client of HTTP/1. */
    public RawClient connect() throws IOException {
        return RawClient.over(socket());
    }

    /** A client of HTTP/1 behind a proxy that begins with a header. */
    public RawClient connect(String proxyHeader) throws IOException {
        return RawClient.over(socket(proxyHeader));
    }
}
