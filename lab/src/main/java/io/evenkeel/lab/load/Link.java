// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A visitor's connection: kept open between requests, made anew when it is not there any more.
 *
 * <p>Whether a kept connection still stands is looked up before a request is written; once a byte is written the request is never sent again. For
 * one thread.
 */
final class Link implements AutoCloseable {

    private final String host;
    private final int port;
    private final int timeoutMs;
    private @Nullable SocketChannel channel;

    Link(String host, int port, Duration timeout) {
        this.host = host;
        this.port = port;
        this.timeoutMs = (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    }

    /**
     * Sends a request and reads the whole answer.
     *
     * @param request complete message
     */
    Answer exchange(String request) throws RequestFailedException {
        SocketChannel open = connected();
        boolean keep = false;
        try {
            BufferedInputStream in = new BufferedInputStream(
                    new DeadlineInput(open.socket(), System.nanoTime() + timeoutMs * 1_000_000L));
            open.socket().getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            AnswerReader reader = new AnswerReader(in);
            Answer answer = reader.read();
            keep = reader.canContinue(answer) && in.available() == 0;
            return answer;
        } catch (SocketTimeoutException e) {
            throw failed(FailureKind.TIMEOUT, e);
        } catch (ProtocolException | NumberFormatException e) {
            throw failed(FailureKind.MALFORMED, e);
        } catch (IOException e) {
            throw failed(FailureKind.CLOSED, e);
        } finally {
            if (!keep) {
                close();
            }
        }
    }

    private SocketChannel connected() throws RequestFailedException {
        SocketChannel kept = channel;
        if (kept != null && isAlive(kept)) {
            return kept;
        }
        close();
        try {
            SocketChannel fresh = SocketChannel.open();
            channel = fresh;
            fresh.socket().connect(new InetSocketAddress(host, port), timeoutMs);
            fresh.socket().setTcpNoDelay(true);
            return fresh;
        } catch (IOException e) {
            close();
            throw failed(FailureKind.CONNECT, e);
        }
    }

    /** A connection without a request on it has nothing to read; an end or a stray byte makes it useless. */
    private static boolean isAlive(SocketChannel kept) {
        try {
            kept.configureBlocking(false);
            try {
                return kept.read(ByteBuffer.allocate(1)) == 0;
            } finally {
                kept.configureBlocking(true);
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static RequestFailedException failed(FailureKind kind, Exception cause) {
        String early = cause instanceof EOFException ? " (" + cause.getMessage() + ")" : "";
        return new RequestFailedException(kind, cause.getClass().getSimpleName() + early);
    }

    @Override
    public void close() {
        SocketChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException alreadyGone) {
                // Nothing is lost with it.
            }
        }
    }
}
