// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a light server: a request at a time, without a body.
 *
 * <p>Bytes are read by the fleet's reading thread; an answer is written by the thread that has it. Behind the fleet's
 * lock.
 */
final class Wire {

    private static final int MOST_HEAD = 16 * 1024;

    private final SocketChannel channel;
    private final LightServer server;
    private ByteBuffer in = ByteBuffer.allocate(1024);
    private boolean waits;

    Wire(SocketChannel channel, LightServer server) {
        this.channel = channel;
        this.server = server;
    }

    /**
     * Reads the octets that are there and passes on a complete request; closes on the end of the stream and on
     * malformed input.
     */
    void read(long nowNs) {
        try {
            if (!in.hasRemaining()) {
                if (in.capacity() >= MOST_HEAD) {
                    close();
                    return;
                }
                in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
            }
            if (channel.read(in) < 0) {
                close();
            } else {
                next(nowNs);
            }
        } catch (IOException e) {
            close();
        }
    }

    private void next(long nowNs) {
        String head = waits ? null : head();
        if (head == null) {
            return;
        }
        String[] words = head.split(" ", 3);
        if (words.length < 3 || !words[2].startsWith("HTTP/1.1")) {
            close();
            return;
        }
        waits = true;
        server.take(new LightRequest(server.name(), words[1], cookie(head)), this, nowNs);
    }

    /** Takes the next head out of the octets read; null while it is not complete. */
    private @Nullable String head() {
        for (int i = 3; i < in.position(); i++) {
            if (in.get(i) == '\n' && in.get(i - 1) == '\r' && in.get(i - 2) == '\n') {
                String head = new String(in.array(), 0, i + 1, StandardCharsets.ISO_8859_1);
                in.flip().position(i + 1);
                in.compact();
                return head;
            }
        }
        return null;
    }

    private static String cookie(String head) {
        String begin = LightRequest.COOKIE + "=";
        for (String line : head.split("\r\n", -1)) {
            if (line.regionMatches(true, 0, "cookie:", 0, 7)) {
                for (String pair : line.substring(7).split(";", -1)) {
                    if (pair.strip().startsWith(begin)) {
                        return pair.strip().substring(begin.length());
                    }
                }
            }
        }
        return "";
    }

    /** Sends an answer; the next request may follow. */
    void answer(String type, String lines, String body, long nowNs) {
        byte[] text = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 200 OK\r\nX-Node: " + server.name() + "\r\nContent-Type: " + type + "\r\n" + lines
                + "Content-Length: " + text.length + "\r\n\r\n";
        ByteBuffer out = ByteBuffer.allocate(head.length() + text.length);
        out.put(head.getBytes(StandardCharsets.ISO_8859_1)).put(text).flip();
        try {
            channel.write(out);
        } catch (IOException e) {
            close();
            return;
        }
        if (out.hasRemaining()) {
            close(); // The client does not read: not even some hundred octets were taken.
            return;
        }
        waits = false;
        next(nowNs);
    }

    /** Closes the connection; a full server refuses requests in this way. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed as far as possible.
        }
    }
}
