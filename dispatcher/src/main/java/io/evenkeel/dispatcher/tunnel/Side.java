// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** One side of a tunnel: bytes from its connection, or from a stream of one, go to the other. */
final class Side implements ConnectionHandler {

    /** A read of at least this many bytes says that more bytes wait. */
    private static final int FULL_READ = 16 << 10;

    /** After this many bytes in full reads, a direction is a stream and worth a pipe. */
    private static final int STREAM = 256 << 10;

    /** A side that takes fewer bytes than this is written to in small pieces, so that few wait for it. */
    private static final int LITTLE_ROOM = 256 << 10;

    /** A spliced direction that moves less than this at a time is not a stream any more. */
    private static final int TRICKLE = 4 << 10;

    final Connection own;
    private final Connection other;
    private final Tunnel tunnel;
    private int streamed;
    private boolean otherFailed;
    long count;
    boolean inputEnded;
    boolean gone;

    Side(Tunnel tunnel, Connection own, Connection other) {
        this.tunnel = tunnel;
        this.own = own;
        this.other = other;
    }

    void take() {
        own.handler(this);
    }

    void begin(@Nullable ByteBuf early) {
        if (gone) {
            return;
        }
        own.resume();
        if (early != null && early.isReadable()) {
            received(early);
        }
        if (own.inputEnded() && !inputEnded) {
            inputEnded();
        }
    }

    @Override
    public void received(ByteBuf bytes) {
        int length = bytes.readableBytes();
        count += length;
        tunnel.active();
        if (otherFailed) {
            return;
        }
        switch (other.write(bytes)) {
            case ALL -> size(length);
            case BACKLOG -> {
                own.pause();
                size(length);
            }
            case FAILED -> dropInput();
        }
    }

    private void size(int length) {
        if (length < FULL_READ || other.room() < LITTLE_ROOM) {
            streamed = 0;
            own.expectHeads();
            return;
        }
        own.expectBody();
        streamed += length;
        if (streamed >= STREAM) {
            streamed = 0;
            own.spliceTo(other);
        }
    }

    @Override
    public void spliced(long bytes) {
        count += bytes;
        tunnel.active();
        if (bytes < TRICKLE) {
            own.unsplice();
        }
    }

    /** The other side takes no more bytes, but may have sent last ones that are still to be read there. */
    void dropInput() {
        if (!otherFailed) {
            otherFailed = true;
            own.pause();
            tunnel.directionOver();
        }
    }

    /** True when nothing more goes from here to the other side. */
    boolean over() {
        return inputEnded || otherFailed;
    }

    @Override
    public void drained() {
        tunnel.active();
        other.resume();
    }

    @Override
    public void outputFailed() {
        tunnel.outputFailed(this);
    }

    @Override
    public void inputEnded() {
        inputEnded = true;
        tunnel.active();
        other.endOutput();
        tunnel.directionOver();
    }

    @Override
    public void failed(Throwable cause) {
        tunnel.broke(this);
    }

    @Override
    public void closed() {
        gone = true;
        tunnel.closed(this);
    }
}
