// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A receiver on a port of loopback that takes one connection after another and reads octet counting (RFC 6587). */
public final class TcpReceiver implements AutoCloseable {

    private final ServerSocket server = new ServerSocket();

    /** @param port 0 for a free one */
    public TcpReceiver(int port) throws IOException {
        server.setReuseAddress(true);
        server.setSoTimeout(20_000);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** One connection. */
    public record Taken(Socket socket, InputStream in) implements AutoCloseable {

        /** Waits for a message. */
        public String next() throws IOException {
            int length = 0;
            for (int digit = octet(); digit != ' '; digit = octet()) {
                if (digit < '0' || digit > '9') {
                    throw new IOException("not a digit of a length: " + digit);
                }
                length = 10 * length + digit - '0';
            }
            byte[] message = in.readNBytes(length);
            if (message.length < length) {
                throw new EOFException("the connection ended in a message");
            }
            return new String(message, StandardCharsets.UTF_8);
        }

        /** Waits for the end, and returns all messages that came as a whole. */
        public List<String> all() throws IOException {
            List<String> messages = new ArrayList<>();
            try {
                while (true) {
                    messages.add(next());
                }
            } catch (EOFException end) {
                return messages;
            }
        }

        private int octet() throws IOException {
            int octet = in.read();
            if (octet < 0) {
                throw new EOFException("the connection ended");
            }
            return octet;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** The address as a configuration has it. */
    public String address() {
        return "tcp://127.0.0.1:" + server.getLocalPort();
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Waits for a connection. */
    public Taken accept() throws IOException {
        Socket socket = server.accept();
        socket.setSoTimeout(20_000);
        return new Taken(socket, new BufferedInputStream(socket.getInputStream()));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
