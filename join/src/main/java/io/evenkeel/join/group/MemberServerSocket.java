// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A port that hands out connections whose other end has proved to know the cluster key, and no others.
 *
 * <p>Every connection is accepted at once. It proves itself or fails on a thread of its own, for {@link
 * MemberSocket#HANDSHAKE_MS} at most, in one of {@link StrangerPlaces}; so one that says nothing or little keeps nobody
 * out. Threads: one accepts, any closes.
 */
final class MemberServerSocket extends ServerSocket {

    private static final long LOOK_MS = 200;

    private final MemberSockets owner;
    private final BlockingQueue<MemberSocket> proved = new LinkedBlockingQueue<>(1_000);

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
                if (!admitOne() && !isClosed()) {
                    Thread.sleep(LOOK_MS);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Accepts a connection; false for want of a descriptor, memory or a thread: the next try has to wait. */
    private boolean admitOne() {
        MemberSocket stranger = null;
        try {
            stranger = owner.unproved();
            implAccept(stranger);
            MemberSocket accepted = stranger;
            owner.added(accepted);
            if (owner.enters(accepted, System.nanoTime())) {
                owner.start("prove", () -> prove(accepted));
            }
            return true;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            if (stranger != null && stranger.isConnected()) {
                owner.proved(stranger);
                MemberSockets.closeQuietly(stranger);
                owner.refused(stranger, "came from", "there is no thread or memory for it (" + e + ")");
            }
            return false;
        }
    }

    private void prove(MemberSocket stranger) {
        try {
            stranger.prove(false);
            owner.isMember(stranger);
            owner.proved(stranger);
            if (!proved.offer(stranger)) {
                stranger.close();
            }
        } catch (IOException | RuntimeException e) {
            owner.refused(stranger, "came from", e);
            MemberSockets.closeQuietly(stranger);
        } catch (OutOfMemoryError e) {
            MemberSockets.closeQuietly(stranger);
            owner.refused(stranger, "came from", "there is no thread or memory for it (" + e + ")");
        } finally {
            owner.proved(stranger);
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
