// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.mcmp;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.RequestHead;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Octets of a connection until they are a whole message, which is a request of HTTP/1 with a body of known length.
 * Holds a bounded number; what comes behind a message stays for the next one. One thread.
 */
final class MessageBuffer {

    /** The most octets that are held: a head and a body, and some of the next message. */
    static final int MOST_OCTETS = 64 * 1024;

    private static final int LONGEST_HEAD = 8 * 1024;
    private static final int LONGEST_TARGET = 1024;
    private static final int MOST_FIELDS = 50;
    private static final int LONGEST_BODY = 16 * 1024;
    private static final RequestLimits LIMITS =
            new RequestLimits(LONGEST_HEAD, LONGEST_TARGET, MOST_FIELDS, LONGEST_BODY);

    /** A message as it was found. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record WholeMessage(String method, String target, byte[] body, boolean keepsAlive) {}

    private final RequestHead head = new RequestHead();
    private byte[] octets = {};
    private int length;
    private @Nullable String refusal;

    boolean isEmpty() {
        return length == 0;
    }

    /** The reason for which {@link #next} will never find a message; null while it may. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** Adds what came in; false when there is no room for it. */
    boolean add(ByteBuf bytes) {
        int more = bytes.readableBytes();
        if (length + more > MOST_OCTETS) {
            return false;
        }
        if (length + more > octets.length) {
            octets = Arrays.copyOf(octets, Math.max(length + more, Math.min(MOST_OCTETS, 2 * octets.length)));
        }
        bytes.readBytes(octets, length, more);
        length += more;
        return true;
    }

    /** Takes the first message out; null when it is not whole yet, or is none. */
    @Nullable
    WholeMessage next() {
        int end = head.read(octets, 0, length, LIMITS);
        if (end == RequestHead.REFUSED) {
            refusal = "Can't parse MCMP message: " + head.refusal().reason();
            return null;
        }
        if (end == RequestHead.INCOMPLETE) {
            return null;
        }
        if (head.framing() == Framing.CHUNKED) {
            refusal = "Can't parse MCMP message: a body needs a Content-Length";
            return null;
        }
        int bodyLength = head.framing() == Framing.NONE ? 0 : (int) head.contentLength();
        if (length - end < bodyLength) {
            return null;
        }
        WholeMessage found = new WholeMessage(
                text(head.methodAt(), head.methodEnd()),
                text(head.target().pathAt(), head.target().end()),
                Arrays.copyOfRange(octets, end, end + bodyLength),
                head.keepsAlive());
        drop(end + bodyLength);
        return found;
    }

    private String text(int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private void drop(int count) {
        length -= count;
        octets = length == 0 ? new byte[0] : Arrays.copyOfRange(octets, count, count + length);
    }

    void clear() {
        octets = new byte[0];
        length = 0;
    }
}
