// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Connection;
import java.util.ArrayDeque;

/**
 * The streams of a connection that wait until the other side takes more, in the order of their turns: each sends one
 * frame, then it is the next one's turn. Threads: the connection's loop.
 */
public final class WaitingStreams {

    private final Connection connection;
    private final ArrayDeque<WaitingStream> waiting = new ArrayDeque<>(2);

    /** A list with nothing in it. */
    public WaitingStreams(Connection connection) {
        this.connection = connection;
    }

    /** Adds a stream behind the others, unless it is there. */
    public void add(WaitingStream stream) {
        if (!stream.listed()) {
            stream.listed(true);
            waiting.addLast(stream);
        }
    }

    /** Takes a stream out that is over. */
    public void remove(WaitingStream stream) {
        if (stream.listed()) {
            stream.listed(false);
            waiting.remove(stream);
        }
    }

    /** The other side takes more: all go on, turn by turn, for as long as it does. */
    public void proceed() {
        boolean sent = true;
        while (sent && connection.writable()) {
            sent = false;
            for (int n = waiting.size(); n > 0 && connection.writable(); n--) {
                WaitingStream next = waiting.pollFirst();
                if (next == null) {
                    return;
                }
                next.listed(false);
                sent |= next.proceed();
            }
        }
    }

    /** The other side takes more of one stream; while the connection does not, it keeps its turn. */
    public void proceed(WaitingStream stream) {
        if (stream.listed() && connection.writable()) {
            remove(stream);
            while (stream.proceed() && stream.listed() && connection.writable()) {
                remove(stream);
            }
        }
    }
}
