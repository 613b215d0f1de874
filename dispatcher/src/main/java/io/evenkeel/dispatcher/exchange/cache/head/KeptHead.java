// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.exchange.head.BorrowedHead;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.http.RequestHead;

/** The head that a client sent, kept while its request waits or has an old answer. Threads: the loop. */
public final class KeptHead {

    private final BorrowedHead room;

    public KeptHead(HeadMemory heads) {
        this.room = new BorrowedHead(heads);
    }

    /** True from {@link #keep} to {@link #give}. */
    public boolean isKept() {
        return room.isBorrowed();
    }

    /** Keeps a head, unless that was done already; false when others leave no room for it. */
    public boolean keep(RequestHead head, long nowNs) {
        if (isKept()) {
            return true;
        }
        int from = head.methodAt();
        room.buffer().clear(head.end() - from);
        room.buffer().add(head.octets(), from, head.end());
        room.written();
        if (room.lacksRoom(nowNs)) {
            room.give();
            return false;
        }
        return true;
    }

    /** Reads the head again. */
    public RequestHead read(RequestHead reader) {
        int length = isKept() ? room.buffer().length() : 0;
        if (length == 0 || reader.read(room.buffer().octets(), 0, length, RequestLimits.NONE) < 0) {
            throw new IllegalStateException("a head that was kept cannot be read");
        }
        return reader;
    }

    /** Nobody needs it any more. */
    public void give() {
        room.give();
    }
}
