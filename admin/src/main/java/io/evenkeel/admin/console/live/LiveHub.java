// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.live;

import io.evenkeel.admin.account.ConsoleSessions;
import io.evenkeel.admin.console.view.LiveTexts;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.admin.console.view.Snapshot;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.log.EventLogger;
import io.javalin.http.sse.SseClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends changes to every open tab, once a second, even when there are none, so that a tab knows that its figures are of
 * this moment; a topic that several tabs look at is encoded once. Every topic has the health line of all clusters.
 *
 * <p>While nobody looks, it reads every {@value #IDLE_TICKS} seconds only, so that changes of states are noted. A
 * stream ends with the session that opened it. There are {@value #MOST_STREAMS} at most, and
 * {@value #MOST_OF_A_SESSION} of a session, so that one viewer cannot take all; for one more the oldest ends.
 */
public final class LiveHub implements AutoCloseable {

    private static final int MOST_STREAMS = 50;
    private static final int MOST_OF_A_SESSION = 5;
    private static final int IDLE_TICKS = 5;

    private final Readings readings;
    private final ConsoleSessions sessions;
    private final EventLogger log;
    private final List<LiveStream> streams = new CopyOnWriteArrayList<>();
    private final Map<String, Map<String, String>> sent = new HashMap<>();
    private final ScheduledExecutorService ticker;
    private final ExecutorService writers;
    private int ticks;

    public LiveHub(Readings readings, ConsoleSessions sessions, EventLogger log) {
        this.log = log;
        this.readings = readings;
        this.sessions = sessions;
        this.ticker = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "admin-live"));
        this.writers = new ThreadPoolExecutor(
                0, MOST_STREAMS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> daemon(task, "admin-write"));
        ticker.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Feeds a tab until it, or its session, ends.
     *
     * @param topic names the things that the tab looks at; tabs of one topic share the encoded text
     * @param cells the texts of that page
     */
    public void open(SseClient client, String session, String topic, Function<Snapshot, Map<String, String>> cells) {
        LiveStream stream = new LiveStream(client, session, topic, cells);
        client.keepAlive();
        client.onClose(() -> streams.remove(stream));
        LiveStream oldest = add(stream);
        if (oldest != null && !oldest.write(writers, "full", "")) {
            oldest.cut();
        }
    }

    /** The stream that had to make room, if one had. */
    private synchronized @Nullable LiveStream add(LiveStream stream) {
        List<LiveStream> own = streams.stream()
                .filter(each -> each.session().equals(stream.session()))
                .toList();
        LiveStream oldest =
                own.size() >= MOST_OF_A_SESSION ? own.get(0) : streams.size() >= MOST_STREAMS ? streams.get(0) : null;
        streams.remove(oldest);
        streams.add(stream);
        return oldest;
    }

    private void tick() {
        try {
            if (!streams.isEmpty() || ticks % IDLE_TICKS == 0) {
                send(readings.take(System.nanoTime(), System.currentTimeMillis()));
            }
            ticks++;
        } catch (RuntimeException | Error e) {
            missed(e);
        }
    }

    /** Says that a tick failed. Never fails, since that would be the last tick. */
    private void missed(Throwable why) {
        try {
            log.error("the live pages missed a reading", why);
        } catch (RuntimeException | Error e) {
            // as when there is no memory for the words
        }
    }

    private void send(Snapshot snapshot) {
        Map<String, String> health = LiveTexts.health(snapshot);
        Map<String, Map<String, String>> whole = new HashMap<>();
        Map<String, String> changed = new HashMap<>();
        for (LiveStream stream : List.copyOf(streams)) {
            if (sessions.peek(stream.session()).isEmpty()) {
                if (stream.write(writers, "end", "")) {
                    streams.remove(stream);
                }
                continue;
            }
            try {
                Map<String, String> cells =
                        whole.computeIfAbsent(stream.topic(), topic -> with(health, stream.cells(snapshot)));
                String text = stream.isFresh()
                        ? encode(cells)
                        : changed.computeIfAbsent(
                                stream.topic(), topic -> encode(difference(sent.getOrDefault(topic, Map.of()), cells)));
                stream.write(writers, "cells", text);
            } catch (UnknownNameException e) {
                stream.write(writers, "gone", "");
            }
        }
        sent.clear();
        sent.putAll(whole);
    }

    private static Map<String, String> with(Map<String, String> health, Map<String, String> cells) {
        Map<String, String> both = new HashMap<>(health);
        both.putAll(cells);
        return both;
    }

    private static String encode(Map<String, String> cells) {
        return JsonMapper.shared().writeValueAsString(cells);
    }

    private static Map<String, String> difference(Map<String, String> before, Map<String, String> now) {
        Map<String, String> changed = new HashMap<>();
        now.forEach((key, text) -> {
            if (!Objects.equals(before.get(key), text)) {
                changed.put(key, text);
            }
        });
        return changed;
    }

    @Override
    public void close() {
        ticker.shutdownNow();
        streams.forEach(LiveStream::close);
        writers.shutdownNow();
    }
}
