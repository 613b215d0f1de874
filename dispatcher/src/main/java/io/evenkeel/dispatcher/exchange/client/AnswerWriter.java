// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.client;

import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;

/**
 * The way of answers to the client of one stream, in the client's protocol.
 *
 * <p>An answer is any number of {@link #interim} heads, one {@link #head}, any number of {@link #body} pieces, and its
 * end, which is told once: with {@code ends}, or by {@link #end}. Or it is one {@link #own}. An answer whose end was
 * not told was cut off, and {@link ClientStream#cutOff} makes the client see that.
 *
 * <p>Every write says whether the client takes more: after {@link Sent#BACKLOG} nothing is given before
 * {@code Exchange#clientDrained} except what was already read; {@link Sent#FAILED} says that it takes nothing any
 * more. Threads: the exchange's loop.
 */
public interface AnswerWriter {

    /** Room of a client that limits nothing. */
    int UNLIMITED = Integer.MAX_VALUE;

    /** True when bodies are given as data; false when chunked ones are given as they are, framing and all. */
    boolean wantsData();

    /** Hides further fields of nodes, instead of those of the listener, until the next request. */
    void hides(FieldNames names);

    /** Passes on an interim answer other than 101, unless this client knows none. */
    Sent interim(ResponseHead head);

    /**
     * False when the answer to a request for an upgrade must not reach the client, because the client would take the
     * upgrade for done. Asked for such requests alone.
     */
    boolean takes(ResponseHead head);

    /** Passes on a 101: the stream leaves HTTP behind. */
    Sent upgraded(ResponseHead head);

    /**
     * Writes the head of the final answer with the first octets of its body.
     *
     * @param head good for this call
     * @param requestWhole false when the client may still be sending its request
     * @param in holds the octets of the body between {@code from} and {@code to}; those in front of {@code from} may be
     *     overwritten
     * @param ends true when the answer is whole with them
     */
    Sent head(ResponseHead head, boolean requestWhole, ByteBuf in, int from, int to, boolean ends);

    /**
     * True when octets that others read at the same time may be given to {@link #headBefore} and {@link #body}, because
     * nothing is put in front of them. They have a memory address.
     */
    default boolean takesShared() {
        return false;
    }

    /** The same as {@link #head}, where it {@link #takesShared}: those in front of {@code from} stay as they are. */
    default Sent headBefore(ResponseHead head, boolean requestWhole, ByteBuf shared, int from, int to) {
        throw new UnsupportedOperationException("the bytes in front of the body are needed");
    }

    /** Octets that the last {@link #head} or {@link #upgraded} took. */
    int headLength();

    /**
     * Writes more of the body.
     *
     * @param ends true when the answer is whole with it
     */
    Sent body(ByteBuf in, int from, int to, boolean ends);

    /**
     * Ends the answer.
     *
     * @param trailer what is left of a chunked body: lines of its trailer section, if any, and an empty line; empty
     *     when only the end of the node's connection has told the end
     */
    Sent end(HeadBuffer trailer);

    /**
     * Writes an answer of the dispatcher itself, whole.
     *
     * @param requestWhole false when the client may still be sending its request
     * @return octets that it took
     */
    int own(int status, boolean requestWhole, Page page);

    /** Octets of a body that the client may be given before they have to wait in memory, as far as is known. */
    int room();

    /** Time since octets were last sent to the client, as {@code Connection#sinceSentNs} tells it. */
    long sinceSentNs();

    /** An answer of the dispatcher itself. */
    @FunctionalInterface
    interface Page {

        /**
         * The answer as a whole message of HTTP/1.1 whose length Content-Length tells.
         *
         * @param close true to say that the connection is closed behind it
         */
        byte[] message(boolean close);
    }
}
