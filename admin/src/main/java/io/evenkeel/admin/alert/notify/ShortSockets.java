// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.SocketFactory;

/** Sockets that a server can neither keep busy for ever nor fill the memory through: their answers have an end. */
final class ShortSockets extends SocketFactory {

    private static final long NS_PER_MS = 1_000_000;

    private final long ms;
    private final long octets;

    /**
     * Sockets of one kind.
     *
     * @param ms the time from the making of a socket in which its answers are read
     * @param octets the most that is read
     */
    ShortSockets(long ms, long octets) {
        this.ms = ms;
        this.octets = octets;
    }

    @Override
    public Socket createSocket() {
        return new ShortSocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("connected by the caller");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("connected by the caller");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("connected by the caller");
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw new UnsupportedOperationException("connected by the caller");
    }

    private final class ShortSocket extends Socket {

        private final long endNs = System.nanoTime() + ms * NS_PER_MS;
        private long left = octets;

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    check();
                    left--;
                    return super.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    check();
                    int read = super.read(target, offset, length);
                    left -= Math.max(0, read);
                    return read;
                }
            };
        }

        private void check() throws IOException {
            if (left <= 0) {
                throw new IOException("the answers of the server are too long");
            }
            if (System.nanoTime() - endNs > 0) {
                throw new SocketTimeoutException("the server took too long in all");
            }
        }
    }
}
