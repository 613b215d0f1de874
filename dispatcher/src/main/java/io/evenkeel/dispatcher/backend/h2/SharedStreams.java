// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.link.FrameBudget;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one connection by their numbers, and whether it may open one more: what its server allows, what it has
 * cancelled, and the numbers that are left. Knows nothing of the connection's phases. Threads: the connection's loop.
 */
final class SharedStreams {

    /** Streams of one connection, whatever its server allows. */
    private static final int MOST = 250;

    /** Streams that may be cancelled; servers take many in a short time for an attack. */
    private static final int MOST_CANCELLED = 100;

    private static final int CANCELLED_PER_S = 3;

    /** Numbers above this one are used for the last streams only. */
    private static final int MOST_NUMBER = 1 << 30;

    private final PeerSettings peer;
    private final FrameBudget cancelled;
    private final IntObjectHashMap<SharedStream> numbered = new IntObjectHashMap<>();
    private int next = 1;
    /** Streams that are not over, with or without a number. */
    private int open;

    private boolean retired;
    private boolean tired;

    /** @param peer the settings of the server, which may change */
    SharedStreams(PeerSettings peer, long nowNs) {
        this.peer = peer;
        this.cancelled = new FrameBudget(MOST_CANCELLED, CANCELLED_PER_S, nowNs);
    }

    /** Streams that the server allows now; 0 when it wants none for a while. */
    int most() {
        return Math.min(peer.streams(), MOST);
    }

    /** True when one more may be opened now. */
    boolean takesOneMore() {
        return !retired && open < most();
    }

    /** A stream is opened, and has no number yet. */
    void opened() {
        open++;
    }

    /** The number of streams that are not over. */
    int open() {
        return open;
    }

    /** Gives a stream the next number. */
    int number(SharedStream stream) {
        retired |= next > MOST_NUMBER;
        int number = next;
        next += 2;
        numbered.put(number, stream);
        return number;
    }

    /** True once a stream has had a number. */
    boolean begun() {
        return next > 1;
    }

    /** The stream with a number; null when it is over, or was never there. */
    @Nullable
    SharedStream get(int number) {
        return numbered.get(number);
    }

    /** True for a number that was never given. */
    boolean isIdle(int number) {
        return number >= next || (number & 1) == 0;
    }

    /** A stream is over. */
    void over(SharedStream stream) {
        open--;
        numbered.remove(stream.id());
    }

    /** A stream was cancelled: with too many of them the server might think ill of all. */
    void cancelled(long nowNs) {
        tired |= !cancelled.take(nowNs);
    }

    /** No further stream is opened, ever. */
    void retire() {
        retired = true;
    }

    /** True when no further stream is opened, ever. */
    boolean retired() {
        return retired;
    }

    /** True when so many were cancelled that further ones are better opened on another connection. */
    boolean tired() {
        return tired;
    }

    /** The server has not taken those above a number, and takes no further one. */
    void refuseAbove(int last) {
        retired = true;
        for (SharedStream each : all()) {
            if (each.id() > last) {
                each.givenUp(true);
            }
        }
    }

    /** All that have a number are lost. */
    void lose(StreamUser.StreamLoss how) {
        for (SharedStream each : all()) {
            each.lost(how);
        }
    }

    /** A copy, because a stream that is told of its end leaves. */
    private List<SharedStream> all() {
        return new ArrayList<>(numbered.values());
    }

    /** See {@link ServerFrames#moveWindows}. */
    boolean moveWindows(int most, int octets) {
        boolean fits = true;
        for (SharedStream each : numbered.values()) {
            fits &= each.request().body().window().move(most, octets);
        }
        return fits;
    }
}
