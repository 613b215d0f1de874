// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is put together in memory and sent once it is whole, so that no thread waits for a slow client.
 *
 * <p>All held answers together have an eighth of the heap. When they need more, strangers who have not read theirs are
 * closed; when there are none, the answer is given up. A very long one, such as the figures of ten thousand nodes, is
 * written as it comes, two at a time. An answer that may be a stream is written as it comes when its guest has proved
 * itself before the first octet; what a stranger gets in its place, such as a refusal, is held as any other.
 *
 * <p>Threads: the one that writes the answer, then the thread that completes it.
 */
final class HeldAnswer extends Response.Wrapper implements Callback {

    private final Guest guest;
    private final Callback callback;
    private final Room room;
    private final boolean mayStream;
    private @Nullable Octets octets;
    private long taken;
    private boolean streams;

    /** @param mayStream it has no end or is very long, for those who have proved themselves */
    HeldAnswer(Request request, Response response, Callback callback, Room room, boolean mayStream) {
        super(request, response);
        this.guest = Guest.of(request);
        this.callback = callback;
        this.room = room;
        this.mayStream = mayStream;
    }

    /** The octets that all answers together may hold. Any thread. */
    static final class Room {

        private static final int SHARE_OF_HEAP = 8;
        private static final int SHARE_OF_ONE = 4;
        private static final int MOST_LONG = 2;

        private final Guests guests;
        private final long mostOctets;
        private final AtomicLong held = new AtomicLong();
        private final Semaphore longOnes = new Semaphore(MOST_LONG);

        Room(Guests guests, long heapOctets) {
            this.guests = guests;
            this.mostOctets = heapOctets / SHARE_OF_HEAP;
        }

        private boolean take(int count) {
            while (held.addAndGet(count) > mostOctets) {
                held.addAndGet(-count);
                if (!guests.makeRoom(System.nanoTime())) {
                    return false;
                }
            }
            return true;
        }

        private boolean isLong(long count) {
            return count > mostOctets / SHARE_OF_ONE;
        }
    }

    /** The octets that came so far, seen without a copy. */
    private static final class Octets extends ByteArrayOutputStream {

        void add(@Nullable ByteBuffer content) {
            if (content != null) {
                byte[] copy = BufferUtil.toArray(content);
                write(copy, 0, copy.length);
                content.position(content.limit());
            }
        }

        ByteBuffer all() {
            return ByteBuffer.wrap(buf, 0, count);
        }
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback written) {
        int count = BufferUtil.length(content);
        if (streams || (octets == null && (last || passes()))) {
            whole(last);
            super.write(last, content, written);
        } else if (room.isLong(taken + count)) {
            stream(last, content, written);
        } else if (!room.take(count)) {
            written.failed(new GuestLeftException());
        } else {
            taken += count;
            guest.holds(true);
            octets = octets == null ? new Octets() : octets;
            octets.add(content);
            if (last) {
                whole(true);
                super.write(true, octets.all(), written);
            } else {
                written.succeeded();
            }
        }
    }

    /** Tells whether what comes is a stream to a guest who has proved itself. */
    private boolean passes() {
        return mayStream && !guest.isStranger();
    }

    private void stream(boolean last, @Nullable ByteBuffer content, Callback written) {
        if (!room.longOnes.tryAcquire()) {
            written.failed(new GuestLeftException());
            return;
        }
        streams = true;
        ByteBuffer before = octets == null ? BufferUtil.EMPTY_BUFFER : octets.all();
        whole(last);
        super.write(false, before, Callback.from(() -> super.write(last, content, written), written::failed));
    }

    private void whole(boolean last) {
        if (last) {
            guest.await(System.nanoTime());
        }
    }

    @Override
    public boolean isCommitted() {
        return octets != null || super.isCommitted();
    }

    @Override
    public void reset() {
        drop();
        super.reset();
    }

    @Override
    public void succeeded() {
        release();
        callback.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
        release();
        callback.failed(failure);
    }

    @Override
    public InvocationType getInvocationType() {
        return callback.getInvocationType();
    }

    private void release() {
        guest.await(System.nanoTime());
        drop();
    }

    private void drop() {
        room.held.addAndGet(-taken);
        taken = 0;
        guest.holds(false);
        octets = null;
        if (streams) {
            streams = false;
            room.longOnes.release();
        }
    }
}
