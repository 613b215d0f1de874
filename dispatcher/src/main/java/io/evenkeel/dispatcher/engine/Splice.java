// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.channel.FileRegion;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.AbstractReferenceCounted;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;

/**
 * Moves bytes from one connection to another through a pipe, without copying them to this process.
 *
 * <p>It runs in the place of a read: whenever the source could be read, {@link #pump} splices socket to pipe and pipe
 * to socket. What the target does not take stays in the pipe, is queued on the target as a {@link PipeRest}, and counts
 * as backlog: the source is paused until it is out. A FIN is found by an ordinary read once nothing can be spliced, so
 * it always comes behind the bytes. Netty's own {@code spliceTo} is deprecated, and drops bytes that arrive together
 * with a FIN.
 *
 * <p>Pipes are kept for each loop, because two system calls for every burst would eat what short bursts gain. Threads:
 * the loop's.
 */
final class Splice {

    private static final int MOST_BYTES = 1 << 20;
    private static final int ROUNDS = 8;
    private static final int SPARE_PIPES = 16;
    private static final LoopLocal<ArrayDeque<Splice>> SPARE = new LoopLocal<>(loop -> new ArrayDeque<>());

    private final FileDescriptor in;
    private final FileDescriptor out;
    private SocketConnection source;
    private SocketConnection target;
    private int inPipe;

    private Splice(SocketConnection source, SocketConnection target) throws IOException {
        FileDescriptor[] pipe = FileDescriptor.pipe();
        this.out = pipe[0];
        this.in = pipe[1];
        this.source = source;
        this.target = target;
    }

    static Splice between(SocketConnection source, SocketConnection target) throws IOException {
        Splice spare = SPARE.of(source.loop()).poll();
        if (spare == null) {
            return new Splice(source, target);
        }
        spare.source = source;
        spare.target = target;
        return spare;
    }

    /**
     * Moves what can be moved.
     *
     * @return false when nothing could be spliced, so that an ordinary read must tell why
     */
    boolean pump() {
        if (inPipe > 0 || !target.writable()) {
            source.pause();
            return true;
        }
        long moved = 0;
        for (int round = 0; round < ROUNDS && inPipe == 0; round++) {
            try {
                inPipe = Native.splice(source.writer().fd(), -1, in.intValue(), -1, MOST_BYTES);
            } catch (IOException e) {
                tell(moved);
                source.events().failed(e);
                return true;
            }
            if (inPipe == 0) {
                break;
            }
            moved += inPipe;
            if (!drainPipe()) {
                tell(moved);
                target.writer().onFailure();
                return true;
            }
        }
        if (inPipe > 0) {
            source.pause();
            target.writer().queue(new PipeRest(inPipe));
        }
        tell(moved);
        return moved > 0;
    }

    private void tell(long moved) {
        if (moved > 0) {
            source.handler().spliced(moved);
        }
    }

    /** False when the target takes no more, ever. */
    private boolean drainPipe() {
        try {
            int taken;
            do {
                taken = Native.splice(out.intValue(), -1, target.writer().fd(), -1, inPipe);
                inPipe -= taken;
            } while (taken > 0 && inPipe > 0);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean empty() {
        return inPipe == 0;
    }

    /** Gives the pipe back, or away when bytes are lost in it. */
    void end() {
        ArrayDeque<Splice> spare = SPARE.of(source.loop());
        if (inPipe == 0 && spare.size() < SPARE_PIPES) {
            spare.add(this);
        } else {
            close(in);
            close(out);
        }
    }

    private static void close(FileDescriptor descriptor) {
        try {
            descriptor.close();
        } catch (IOException ignored) {
            // Linux has closed it all the same.
        }
    }

    /** The octets that wait in the pipe, as a region that Netty writes when the target can take it. */
    private final class PipeRest extends AbstractReferenceCounted implements FileRegion {

        private final int count;
        private int transferred;

        PipeRest(int count) {
            this.count = count;
        }

        @Override
        public long transferTo(WritableByteChannel ignored, long position) throws IOException {
            if (!out.isOpen()) {
                throw new IOException("the source is gone");
            }
            int taken = Native.splice(out.intValue(), -1, target.writer().fd(), -1, inPipe);
            inPipe -= taken;
            transferred += taken;
            return taken;
        }

        @Override
        public long position() {
            return 0;
        }

        @Override
        @Deprecated
        public long transfered() {
            return transferred;
        }

        @Override
        public long transferred() {
            return transferred;
        }

        @Override
        public long count() {
            return count;
        }

        @Override
        protected void deallocate() {}

        @Override
        public FileRegion retain() {
            super.retain();
            return this;
        }

        @Override
        public FileRegion retain(int increment) {
            super.retain(increment);
            return this;
        }

        @Override
        public FileRegion touch() {
            return this;
        }

        @Override
        public FileRegion touch(Object hint) {
            return this;
        }
    }
}
