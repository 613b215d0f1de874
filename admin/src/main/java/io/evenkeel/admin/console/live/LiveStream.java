// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.live;

import io.evenkeel.admin.console.view.Snapshot;
import io.javalin.http.sse.SseClient;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** The stream of one tab. */
final class LiveStream {

    private final SseClient client;
    private final String session;
    private final String topic;
    private final Function<Snapshot, Map<String, String>> cells;
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile boolean fresh = true;

    LiveStream(SseClient client, String session, String topic, Function<Snapshot, Map<String, String>> cells) {
        this.client = client;
        this.session = session;
        this.topic = topic;
        this.cells = cells;
    }

    String session() {
        return session;
    }

    String topic() {
        return topic;
    }

    Map<String, String> cells(Snapshot snapshot) {
        return cells.apply(snapshot);
    }

    /** True when it needs everything, because it is new or missed a reading. */
    boolean isFresh() {
        return fresh;
    }

    /**
     * Writes on a thread of the pool; while the last one is still being written this one is left out. False when it
     * was.
     */
    boolean write(Executor writers, String event, String text) {
        if (!writing.compareAndSet(false, true)) {
            fresh = true;
            return false;
        }
        fresh = false;
        try {
            writers.execute(() -> {
                try {
                    send(event, text);
                } finally {
                    writing.set(false);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            fresh = true;
            writing.set(false);
            return false;
        }
    }

    private void send(String event, String text) {
        boolean sent = false;
        try {
            client.sendEvent(event, text);
            sent = true;
        } finally {
            if (!event.equals("cells")) {
                client.close();
            } else if (!sent) {
                fresh = true;
            }
        }
    }

    void close() {
        client.close();
    }

    /** Closes the connection, which also ends a write that waits for the browser. */
    void cut() {
        ServletContextRequest.getServletContextRequest(client.ctx().req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close();
        client.close();
    }
}
