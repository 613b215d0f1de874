// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.backend.h2.SharedStream;
import io.evenkeel.dispatcher.backend.h2.StreamUser;
import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** A stream of a connection that many users share, or the wait for one. Threads: its loop. */
final class NodeStream extends NodeConnection implements StreamUser {

    private final SharedPool pool;
    private @Nullable SharedStream stream;
    private boolean reused;

    NodeStream(SharedPool pool, NodeUser user, @Nullable String host) {
        super(pool, user, host);
        this.pool = pool;
    }

    /**
     * Gets its stream.
     *
     * @param onIdle true when the connection has answered before and nobody used it
     */
    void stream(SharedStream opened, boolean onIdle) {
        stream = opened;
        reused = onIdle;
    }

    /** A stream was found after a wait. */
    void ready() {
        pool.awaited().remove(this);
        NodeUser mine = user;
        if (mine != null) {
            try {
                mine.nodeReady();
            } catch (RuntimeException | OutOfMemoryError e) {
                stream().faulted(e);
            }
        }
    }

    /** The wait is over without a stream. */
    void fail(NodeUser.Loss how) {
        try {
            lose(how);
        } catch (RuntimeException | OutOfMemoryError e) {
            pool.loop().events().exchange().error("a request could not be told that it waits no longer", e);
        }
    }

    private SharedStream stream() {
        if (stream == null) {
            throw new IllegalStateException("there is no stream yet");
        }
        return stream;
    }

    @Override
    public boolean reused() {
        return reused;
    }

    /** The loop hears what the node says whether a stream is used or not. */
    @Override
    public boolean quiet() {
        return true;
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        return stream().write(source, index, length);
    }

    @Override
    public boolean waitsForOthers() {
        return stream == null && !pool.dials(host);
    }

    @Override
    public boolean mayRefuse() {
        return true;
    }

    @Override
    public boolean fits(HeadBuffer head) {
        return stream().fits(head);
    }

    @Override
    public boolean blames() {
        return stream == null || stream.blames();
    }

    @Override
    public void pause() {
        stream().pause();
    }

    @Override
    public void resume() {
        stream().resume();
    }

    @Override
    public long sinceSentNs() {
        return stream().sinceSentNs();
    }

    /** The stream's window says how much may come. */
    @Override
    public void expect(int room) {}

    @Override
    public void release(long nowNs, int keepAliveS, boolean bodyless) {
        free();
        stream().release();
    }

    @Override
    public void close() {
        free();
        if (stream == null) {
            pool.leave(this);
        } else {
            stream.close();
        }
    }

    @Override
    public void streamBytes(ByteBuf bytes) {
        if (user != null) {
            user.nodeBytes(bytes);
        }
    }

    @Override
    public void streamReport(byte[] octets, int from, int to, boolean binary) {
        if (user != null) {
            user.nodeReport(octets, from, to, binary);
        }
    }

    @Override
    public void streamDrained() {
        if (user != null) {
            user.nodeDrained();
        }
    }

    @Override
    public void streamLost(StreamLoss how) {
        lose(
                switch (how) {
                    case REFUSED -> NodeUser.Loss.REFUSED;
                    case MALFORMED -> NodeUser.Loss.MALFORMED;
                    case RESET -> NodeUser.Loss.RESET;
                    case BROKEN -> NodeUser.Loss.BROKEN;
                    case FAULTED, CUT -> NodeUser.Loss.CUT;
                });
    }
}
