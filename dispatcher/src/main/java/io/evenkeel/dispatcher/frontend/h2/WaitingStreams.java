// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Connection;
import java.util.ArrayDeque;

/**
 * The answers of a connection that wait until the client takes more, in the order of their turns: each sends one frame,
 * then it is the next one's turn. Threads: the connection's loop.
 */
final class WaitingStreams {

    private final Connection connection;
    private final ArrayDeque<StreamAnswer> answers = new ArrayDeque<>(2);

    WaitingStreams(Connection connection) {
        this.connection = connection;
    }

    /** Adds an answer behind the others, unless it is there. */
    void add(StreamAnswer answer) {
        if (!answer.listed()) {
            answer.listed(true);
            answers.addLast(answer);
        }
    }

    /** Takes an answer out whose stream is over. */
    void remove(StreamAnswer answer) {
        if (answer.listed()) {
            answer.listed(false);
            answers.remove(answer);
        }
    }

    /** The client takes more: all go on, turn by turn, for as long as it does. */
    void proceed() {
        boolean sent = true;
        while (sent && connection.writable()) {
            sent = false;
            for (int n = answers.size(); n > 0 && connection.writable(); n--) {
                StreamAnswer next = answers.pollFirst();
                if (next == null) {
                    return;
                }
                next.listed(false);
                sent |= next.proceed();
            }
        }
    }

    /** The client takes more of one stream; while the connection does not, the answer keeps its turn. */
    void proceed(StreamAnswer answer) {
        if (answer.listed() && connection.writable()) {
            remove(answer);
            while (answer.proceed() && answer.listed() && connection.writable()) {
                remove(answer);
            }
        }
    }
}
