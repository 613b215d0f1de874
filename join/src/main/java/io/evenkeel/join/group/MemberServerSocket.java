// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A port that hands out connections whose other end has proved to know the cluster key, and no others.
 *
 * <p>Strangers prove or fail on threads of their own, {@value #MOST_STRANGERS} at a time and for {@link
 * MemberSocket#HANDSHAKE_MS} at most, while others wait to be accepted; so one that says nothing or little keeps nobody
 * out. Threads: one accepts, any closes.
 */
final class MemberServerSocket extends ServerSocket {

    static final int MOST_STRANGERS = 16;

    private static final long LOOK_MS = 200;

    /** Time for which the thread of a stranger rests, so that handshakes for nothing do not take the processors. */
    private static final long STRANGER_REST_MS = 100;

    private final MemberSockets owner;
    private final BlockingQueue<MemberSocket> proved = new LinkedBlockingQueue<>(1_000);
    private final Semaphore strangers = new Semaphore(MOST_STRANGERS);

    MemberServerSocket(MemberSockets owner) throws IOException {
        this.owner = owner;
    }

    @Override
    public void bind(SocketAddress address, int backlog) throws IOException {
        super.bind(address, backlog);
        owner.start("accept", this::admit);
    }

    @Override
    public void bind(SocketAddress address) throws IOException {
        bind(address, 0);
    }

    /** Hands out the next connection that has proved itself. */
    @Override
    public Socket accept() throws IOException {
        try {
            while (true) {
                MemberSocket next = proved.poll(LOOK_MS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    return next;
                }
                if (isClosed()) {
                    throw new SocketException("closed");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (SocketException) new SocketException("interrupted").initCause(e);
        }
    }

    private void admit() {
        while (!isClosed()) {
            try {
                strangers.acquire();
                MemberSocket stranger = owner.unproved();
                try {
                    implAccept(stranger);
                } catch (IOException e) {
                    strangers.release();
                    if (!isClosed()) {
                        // No descriptors, say: the next try need not come at once.
                        Thread.sleep(LOOK_MS);
                    }
                    continue;
                }
                owner.added(stranger);
                owner.start("prove", () -> prove(stranger));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void prove(MemberSocket stranger) {
        long beganNs = System.nanoTime();
        owner.proves(stranger, beganNs);
        try {
            stranger.prove(false);
            owner.proved(stranger);
            if (!proved.offer(stranger)) {
                stranger.close();
            }
        } catch (IOException | RuntimeException e) {
            owner.refused(stranger, "came from", e);
            MemberSockets.closeQuietly(stranger);
            MemberSockets.rest(STRANGER_REST_MS);
        } finally {
            owner.proved(stranger);
            strangers.release();
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        for (MemberSocket each = proved.poll(); each != null; each = proved.poll()) {
            MemberSockets.closeQuietly(each);
        }
    }
}
