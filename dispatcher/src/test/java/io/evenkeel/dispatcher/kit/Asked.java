// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.kit.Message.Field;
import java.io.IOException;
import java.util.List;

/** A request that an {@link AnyClient} has begun, and its answer. */
public interface Asked {

    /** The dispatcher has said that it has not begun with the request, so that it may be sent again. */
    final class NotTaken extends IOException {
        private static final long serialVersionUID = 1L;

        NotTaken(String message) {
            super(message);
        }
    }

    /** Sends a part of the body, as far as the other side takes it. */
    Asked body(String octets) throws IOException;

    /** Ends the body. */
    default Asked end() throws IOException {
        return end(List.of());
    }

    /** Ends the body, whose length was not told when there are trailers. */
    Asked end(List<Field> trailers) throws IOException;

    /** The next answer, which is an interim one. */
    Message interim() throws IOException;

    /** The head of the final answer; the body goes on. */
    Message head() throws IOException;

    /** The final answer, whole. */
    Message response() throws IOException;

    /** Interim answers before the final one. */
    List<Message> interims();

    /**
     * Waits for the end of an answer that has begun and that the client can see is not whole.
     *
     * @return the octets of its body, perhaps with their framing
     */
    String cut() throws IOException;

    /** True when no answer comes for this long. */
    boolean silentFor(int millis) throws IOException;

    /** Gives the request up. */
    void leave() throws IOException;
}
