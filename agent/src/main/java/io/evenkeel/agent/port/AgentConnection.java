// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One connection to the agent server: of a reader that asks over HTTP, or of HAProxy, which gets the line at once. For
 * the server's thread.
 */
final class AgentConnection {

    /** Longest head of a request; what a client of the check sends is read as far and dropped. */
    private static final int MOST_HEAD = 8 * 1_024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final PortAnswers endpoints;
    private final byte[] head = new byte[MOST_HEAD];
    private int length;
    private ByteBuffer out = NOTHING;
    private boolean ends;
    private boolean deaf;
    private long activeNs;
    private boolean busy;
    private long busySinceNs;

    AgentConnection(SocketChannel channel, PortAnswers endpoints, long nowNs) {
        this.channel = channel;
        this.endpoints = endpoints;
        this.activeNs = nowNs;
    }

    /**
     * True when nothing went in or out for too long, or one request, one answer or the end is under way for longer: a
     * client that sends an octet now and then would hold its place for hours.
     */
    boolean isOverdue(long nowNs, long patienceNs) {
        return nowNs - activeNs > patienceNs || (busy && nowNs - busySinceNs > patienceNs);
    }

    /** Tells a line and ends; what the client says is not listened to. */
    void tell(SelectionKey key, String line) throws IOException {
        deaf = true;
        ends = true;
        out = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
        write(key);
    }

    /** Does what the connection is ready for; false when it is over. */
    boolean proceed(SelectionKey key, long nowNs) throws IOException {
        activeNs = nowNs;
        if (key.isReadable() && !read()) {
            return false;
        }
        boolean goesOn = write(key);
        boolean waits = length > 0 || deaf || out.hasRemaining();
        if (waits && !busy) {
            busySinceNs = nowNs;
        }
        busy = waits;
        return goesOn;
    }

    private boolean read() throws IOException {
        ByteBuffer room = ByteBuffer.wrap(head, length, MOST_HEAD - length);
        int count = channel.read(room);
        if (count < 0) {
            return false;
        }
        length = deaf ? 0 : length + count;
        return true;
    }

    /** Sends what is to be sent, and answers what has come in as long as all can be sent. */
    private boolean write(SelectionKey key) throws IOException {
        while (true) {
            channel.write(out);
            if (out.hasRemaining()) {
                key.interestOps(SelectionKey.OP_WRITE);
                return true;
            }
            if (ends) {
                // The rest of what the client says is waited for, so that the answer is not lost with a reset.
                deaf = true;
                channel.shutdownOutput();
                key.interestOps(SelectionKey.OP_READ);
                ends = false;
                length = 0;
                return true;
            }
            if (deaf || !answerNext()) {
                key.interestOps(SelectionKey.OP_READ);
                return true;
            }
        }
    }

    /** Answers the request at the start of what came in; false when it is not complete. */
    private boolean answerNext() {
        int end = endOfHead();
        if (end < 0) {
            if (length < MOST_HEAD) {
                return false;
            }
            out = PortAnswers.refusal("431 Request Header Fields Too Large", "The head is longer than 8 kB.\n");
            ends = true;
            return true;
        }
        Request request = Request.read(head, end);
        if (request == null) {
            out = PortAnswers.refusal("400 Bad Request", "Only plain requests without a body are understood here.\n");
            ends = true;
            return true;
        }
        System.arraycopy(head, end, head, 0, length - end);
        length -= end;
        busy = false;
        out = endpoints.to(request);
        ends = !request.keepsAlive();
        return true;
    }

    private int endOfHead() {
        for (int i = 3; i < length; i++) {
            if (head[i] == '\n' && head[i - 1] == '\r' && head[i - 2] == '\n' && head[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }
}
