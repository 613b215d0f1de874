// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A connection in memory, with the promises of {@link Connection}. The code under test has one end; {@link #peer} is
 * the other one, in the hand of the test, which sees exactly what was written and decides what comes back, how much it
 * takes and how it ends.
 *
 * <p>Threads: the test's, which is that of the {@link ManualLoop}.
 */
public final class MemoryConnection implements Connection {

    private boolean gathers = true;
    private final ManualLoop clock;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private final Peer peer = new Peer();
    private ConnectionHandler handler = DiscardHandler.HANDLER;

    private final Deque<byte[]> arrived = new ArrayDeque<>();
    private @Nullable Throwable broken;
    private boolean toldReset;
    private boolean finArrived;
    private boolean toldEnd;
    private boolean opened;
    private boolean gone;
    private boolean toldGone;
    private boolean paused;
    private boolean backlogged;
    private boolean smallReads = true;

    private final StringBuilder taken = new StringBuilder();
    private final StringBuilder waiting = new StringBuilder();
    private long window = Long.MAX_VALUE;
    private boolean outputEnded;
    private boolean finSent;
    private boolean wasReset;
    private boolean refusesOutput;
    private @Nullable RuntimeException nextWriteThrows;
    private boolean closeWhenSent;
    private long lastSentNs;

    /** A connection that is not open yet; see {@link #opens}. */
    public MemoryConnection(ManualLoop clock, InetSocketAddress remote, InetSocketAddress local) {
        this.clock = clock;
        this.remote = remote;
        this.local = local;
        this.lastSentNs = clock.loop().nowNs();
    }

    /** Opens the connection for its present handler. */
    void opens() {
        opened = true;
        handler.opened(this);
    }

    /** False when the owner has closed it before it was made. */
    boolean mayOpen() {
        return !gone;
    }

    /** The connection could not be made. */
    void refuse(IOException why) {
        gone = true;
        broken = why;
        deliver();
    }

    /** The other end. */
    public Peer peer() {
        return peer;
    }

    /** The other end of the connection, as the test plays it. */
    public final class Peer {

        /** Sends octets, each text in a read of its own; all have come when the first is read. */
        public void sends(String... reads) {
            for (String text : reads) {
                arrived.add(text.getBytes(StandardCharsets.ISO_8859_1));
            }
            soon();
        }

        /** Sends octets, each in a read of its own. */
        public void sendsBytewise(String text) {
            for (int i = 0; i < text.length(); i++) {
                sends(text.substring(i, i + 1));
            }
        }

        /** From now on its answers are copied, as for TLS. */
        public void needsCopies() {
            gathers = false;
        }

        /** Sends a FIN behind what was sent. */
        public void ends() {
            finArrived = true;
            soon();
        }

        /** Sends octets and a FIN that come together. */
        public void sendsAndEnds(String text) {
            arrived.add(text.getBytes(StandardCharsets.ISO_8859_1));
            ends();
        }

        /** Breaks the connection with a reset: nothing can be written any more, and what waited to be is lost. */
        public void breaks() {
            broken = new IOException("Connection reset by peer");
            waiting.setLength(0);
            soon();
        }

        /** Sends octets and a reset that come together. */
        public void sendsAndBreaks(String text) {
            arrived.add(text.getBytes(StandardCharsets.ISO_8859_1));
            breaks();
        }

        /** Takes so many octets more and no others, until this is called again. */
        public void takes(long octets) {
            window = octets;
            flush();
            clock.settle();
        }

        /** Takes everything. */
        public void takesAll() {
            takes(Long.MAX_VALUE);
        }

        /** Takes nothing any more, ever, although it may still send; what waits to be written is lost. */
        public void refusesOutput() {
            refusesOutput = true;
            if (!waiting.isEmpty() && !outputEnded) {
                waiting.setLength(0);
                clock.loop().execute(() -> handler.outputFailed());
                clock.settle();
            }
        }

        /** The owner's next write throws. No error of memory: the test engine gives up a run that has one. */
        public void nextWriteThrows(RuntimeException thrown) {
            nextWriteThrows = thrown;
        }

        /** The octets that have come since the last call. */
        public String got() {
            clock.settle();
            String all = taken.toString();
            taken.setLength(0);
            return all;
        }

        /** True once the owner has sent its FIN or closed in order. */
        public boolean sawEnd() {
            clock.settle();
            return finSent && !wasReset;
        }

        /** True once the owner has cut the connection with a reset. */
        public boolean sawReset() {
            clock.settle();
            return wasReset;
        }

        /** True while neither side has ended the connection whole. */
        public boolean isOpen() {
            clock.settle();
            return !gone;
        }

        /** True while the owner takes nothing. */
        public boolean isHeldBack() {
            clock.settle();
            return paused;
        }

        /** True while the owner reads few octets at once. */
        public boolean isReadInSmallPieces() {
            clock.settle();
            return smallReads;
        }

        private void soon() {
            clock.loop().execute(MemoryConnection.this::deliver);
            clock.settle();
        }
    }

    /** Tells the owner what has come, in order, as far as it may be told now. */
    private void deliver() {
        while (!arrived.isEmpty() && !paused && !gone) {
            byte[] octets = arrived.remove();
            ByteBuf bytes = Unpooled.directBuffer(HEADROOM + octets.length);
            bytes.setIndex(HEADROOM, HEADROOM).writeBytes(octets);
            try {
                handler.received(bytes);
            } finally {
                bytes.release();
            }
            if (arrived.isEmpty() && !paused) {
                handler.readComplete();
            }
        }
        if (!arrived.isEmpty() && !gone) {
            if (broken != null && !toldReset) {
                toldReset = true;
                handler.resetWhilePaused();
            }
            return;
        }
        if (broken != null && !toldGone) {
            Throwable cause = broken;
            broken = null;
            toldEnd = true;
            boolean wasOpen = opened && !gone;
            handler.failed(cause);
            gone = true;
            waiting.setLength(0);
            if (wasOpen) {
                clock.loop().execute(this::deliver);
                return;
            }
        } else if (finArrived && !toldEnd && !paused && !gone) {
            toldEnd = true;
            handler.inputEnded();
        }
        if (gone && !toldGone) {
            toldGone = true;
            handler.closed();
        }
    }

    @Override
    public Loop loop() {
        return clock.loop();
    }

    @Override
    public void handler(ConnectionHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public boolean open() {
        return opened && !gone;
    }

    @Override
    public boolean inputEnded() {
        return finArrived && toldEnd;
    }

    @Override
    public void expectHeads() {
        smallReads = true;
    }

    @Override
    public void expectBody() {
        smallReads = false;
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        if (paused) {
            paused = false;
            clock.loop().execute(this::deliver);
        }
    }

    @Override
    public boolean paused() {
        return paused;
    }

    /** As a socket does, until {@link Peer#needsCopies}. */
    @Override
    public boolean gathers() {
        return gathers;
    }

    @Override
    public Sent write(ByteBuf source, int index, int length) {
        if (toldGone) {
            throw new AssertionError("nothing may be written from closed");
        }
        RuntimeException thrown = nextWriteThrows;
        if (thrown != null) {
            nextWriteThrows = null;
            throw thrown;
        }
        if (isDeaf() || outputEnded) {
            return Sent.FAILED;
        }
        byte[] octets = new byte[length];
        source.getBytes(index, octets);
        waiting.append(new String(octets, StandardCharsets.ISO_8859_1));
        flush();
        if (waiting.isEmpty() && backlogged) {
            clock.loop().execute(this::tellDrained);
        } else {
            backlogged = !waiting.isEmpty();
        }
        return waiting.isEmpty() ? Sent.ALL : Sent.BACKLOG;
    }

    /** True when the peer takes nothing any more. */
    private boolean isDeaf() {
        return refusesOutput || gone || broken != null;
    }

    private void flush() {
        if (gone) {
            return;
        }
        int count = (int) Math.min(window, waiting.length());
        if (count > 0) {
            taken.append(waiting, 0, count);
            waiting.delete(0, count);
            window = window == Long.MAX_VALUE ? window : window - count;
            lastSentNs = clock.loop().nowNs();
        }
        if (waiting.isEmpty()) {
            if (outputEnded) {
                finSent = true;
            }
            if (closeWhenSent) {
                close();
            } else if (backlogged && !outputEnded) {
                clock.loop().execute(this::tellDrained);
            }
        }
    }

    private void tellDrained() {
        if (backlogged && writable()) {
            backlogged = false;
            handler.drained();
        }
    }

    @Override
    public boolean writable() {
        return waiting.isEmpty() && !outputEnded && !isDeaf();
    }

    @Override
    public long unsent() {
        return waiting.length();
    }

    @Override
    public long sinceSentNs() {
        return clock.loop().nowNs() - lastSentNs;
    }

    @Override
    public boolean quiet() {
        return arrived.isEmpty() && !finArrived && broken == null && !gone;
    }

    @Override
    public int readUnheard(ByteBuf into) {
        byte[] octets = arrived.poll();
        if (octets == null) {
            return finArrived || broken != null || gone ? -1 : 0;
        }
        int count = Math.min(octets.length, into.writableBytes());
        into.writeBytes(octets, 0, count);
        if (count < octets.length) {
            arrived.addFirst(Arrays.copyOfRange(octets, count, octets.length));
        }
        return count;
    }

    @Override
    public boolean spliceTo(Connection target) {
        return false;
    }

    @Override
    public void unsplice() {}

    @Override
    public void endOutput() {
        outputEnded = true;
        backlogged = false;
        flush();
    }

    @Override
    public void closeWhenSent() {
        closeWhenSent = true;
        flush();
    }

    @Override
    public void close() {
        if (!gone) {
            gone = true;
            paused = false;
            wasReset |= !arrived.isEmpty();
            arrived.clear();
            waiting.setLength(0);
            backlogged = false;
            broken = null;
            toldEnd = true;
            finSent |= !wasReset;
            clock.loop().execute(this::deliver);
        }
    }

    @Override
    public void reset() {
        wasReset |= !gone;
        close();
    }
}
