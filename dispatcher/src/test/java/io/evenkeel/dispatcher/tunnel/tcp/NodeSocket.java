// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node whose connections the test itself handles. */
final class NodeSocket implements AutoCloseable {

    private final ServerSocket server;
    private final BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();

    NodeSocket() throws IOException {
        server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::acceptAll, "node-" + server.getLocalPort());
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setSoTimeout(20_000);
                socket.setTcpNoDelay(true);
                accepted.add(socket);
            }
        } catch (IOException e) {
            // The end of the test.
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** The next connection of the dispatcher. */
    Socket next() throws InterruptedException {
        Socket socket = accepted.poll(20, TimeUnit.SECONDS);
        if (socket == null) {
            throw new AssertionError("no connection came to the node within 20 s");
        }
        return socket;
    }

    @Nullable
    Socket poll() {
        return accepted.poll();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket = accepted.poll(); socket != null; socket = accepted.poll()) {
            socket.close();
        }
    }
}
