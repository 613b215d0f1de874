// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Clients with a WebSocket each, which they keep. Opened and used by one thread. */
final class WebSockets implements AutoCloseable {

    private static final long OPEN_SECONDS = 20;

    private final List<WebSocket> sockets = new ArrayList<>();

    final AtomicInteger heard = new AtomicInteger();
    /** Descriptions of failures: wrong echoes, and WebSockets that ended before {@link #close}. */
    final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private volatile boolean closing;

    /** Opens WebSockets one after another, each when the one before is open. */
    WebSockets open(HttpClient client, URI uri, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            sockets.add(client.newWebSocketBuilder()
                    .buildAsync(uri, new Ear("message " + i))
                    .get(OPEN_SECONDS, TimeUnit.SECONDS));
        }
        return this;
    }

    /** Sends a message on each, some microseconds apart. */
    void say(long apartMicros) {
        for (int i = 0; i < sockets.size(); i++) {
            sockets.get(i).sendText("message " + i, true);
            LockSupport.parkNanos(apartMicros * 1000);
        }
    }

    /** WebSockets on which messages can come and go. */
    long open() {
        return sockets.stream()
                .filter(socket -> !socket.isInputClosed() && !socket.isOutputClosed())
                .count();
    }

    @Override
    public void close() {
        closing = true;
        sockets.forEach(WebSocket::abort);
    }

    private final class Ear implements WebSocket.Listener {

        private final String expected;

        private Ear(String expected) {
            this.expected = expected;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            if (last && expected.contentEquals(text)) {
                heard.incrementAndGet();
            } else {
                failures.add("said " + expected + ", heard " + text);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            ended("closed with " + status + " " + reason);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended(error.toString());
        }

        private void ended(String how) {
            if (!closing) {
                failures.add(expected + ": " + how);
            }
        }
    }
}
