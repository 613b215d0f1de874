// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A loopback port that stands for another one far away: octets sent to it arrive after the round trip's time, replies
 * come back at once.
 *
 * <p>A program on the same machine then waits as it would for a database in another building, and uses no processor
 * while it waits. Bytes stay in order and are never changed. Three threads for each connection.
 */
final class DelayingProxy implements AutoCloseable {

    private static final int CHUNK = 16 * 1024;
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final ServerSocket door;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile long roundTripNs;

    private DelayingProxy(ServerSocket door, int target) {
        this.door = door;
        this.target = target;
    }

    /** Something on its way. */
    private record Parcel(long dueNs, ByteBuffer bytes) {}

    /** Opens a free port in front of another loopback port; no distance yet. */
    static DelayingProxy open(int target) throws IOException {
        DelayingProxy port = new DelayingProxy(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), target);
        start("far-port", port::accept);
        return port;
    }

    int port() {
        return door.getLocalPort();
    }

    /** Moves the target, also for open connections. */
    void roundTrip(Duration time) {
        roundTripNs = time.toNanos();
    }

    private void accept() throws IOException {
        while (true) {
            Socket near = connected(door.accept());
            Socket far;
            try {
                far = connected(new Socket(InetAddress.getLoopbackAddress(), target));
            } catch (IOException e) {
                near.close();
                continue;
            }
            BlockingQueue<Parcel> way = new LinkedBlockingQueue<>();
            start("far-port-in", () -> collect(near.getInputStream(), way));
            start("far-port-way", () -> deliver(way, near, far));
            start("far-port-out", () -> {
                try {
                    far.getInputStream().transferTo(near.getOutputStream());
                } finally {
                    end(near, far);
                }
            });
        }
    }

    private Socket connected(Socket socket) throws IOException {
        open.add(socket);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private void collect(InputStream in, BlockingQueue<Parcel> way) throws IOException {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                way.add(new Parcel(System.nanoTime() + roundTripNs, ByteBuffer.wrap(Arrays.copyOf(chunk, length))));
            }
        } finally {
            way.add(new Parcel(System.nanoTime(), END));
        }
    }

    private void deliver(BlockingQueue<Parcel> way, Socket near, Socket far) throws IOException {
        try {
            OutputStream out = far.getOutputStream();
            for (Parcel next = way.take(); next.bytes().hasRemaining(); next = way.take()) {
                TimeUnit.NANOSECONDS.sleep(next.dueNs() - System.nanoTime());
                out.write(next.bytes().array());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(near, far);
        }
    }

    private void end(Socket... sockets) throws IOException {
        for (Socket socket : sockets) {
            open.remove(socket);
            socket.close();
        }
    }

    /** Work on a connection; ends with it. */
    private interface Leg {
        void run() throws IOException;
    }

    private static void start(String name, Leg leg) {
        Thread thread = new Thread(
                () -> {
                    try {
                        leg.run();
                    } catch (IOException closed) {
                        // Either side has hung up, or the port was closed; the other legs notice too.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes the port and every connection through it. */
    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            System.err.println("a port was not closed: " + e.getMessage());
        }
    }
}
