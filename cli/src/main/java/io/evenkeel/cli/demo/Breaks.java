// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.lab.server.AppServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Breaks the demo's servers, one at a time, and mends them after a while. Any thread; one of its own mends. {@link
 * #close} mends at once what can be mended.
 */
final class Breaks implements AutoCloseable {

    /** The setting of the application that allows it to break its own server, and the field that shows its value. */
    static final String SETTING = "trade.faults";

    private static final String FIELD = "X-Fault-Key";
    private static final Duration LONGEST_ASK = Duration.ofSeconds(5);

    /** Long enough for the server's share to come back. */
    private static final long REST_NS = TimeUnit.SECONDS.toNanos(8);

    private final String key;
    private final RecentShares shares;
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, Breaks::thread);
    private final List<Break> begun = new ArrayList<>();
    private @Nullable Freeze freeze;
    private boolean begins;
    private boolean isClosed;

    /** @param key of the servers' application */
    Breaks(String key, RecentShares shares) {
        this.key = key;
        this.shares = shares;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "demo-breaks");
        thread.setDaemon(true);
        return thread;
    }

    /** A server that is or was broken, and its share of the requests before, meanwhile and afterwards. */
    static final class Break {

        private final BreakKind kind;
        private final String server;
        private final long beganNs;
        private final long endNs;
        private final @Nullable Double before;
        private @Nullable Double least;
        private @Nullable Double after;

        private Break(BreakKind kind, String server, long beganNs, long endNs, @Nullable Double before) {
            this.kind = kind;
            this.server = server;
            this.beganNs = beganNs;
            this.endNs = endNs;
            this.before = before;
        }

        BreakKind kind() {
            return kind;
        }

        String server() {
            return server;
        }

        double seconds() {
            return (endNs - beganNs) / 1e9;
        }

        /** Seconds until it is mended, rounded up; 0 when it is. */
        long secondsLeft(long nowNs) {
            return Math.max(0, (endNs - nowNs + 999_999_999) / 1_000_000_000);
        }

        /** Its share in the seconds before; null when nothing was requested then. */
        @Nullable
        Double before() {
            return before;
        }

        /** Its smallest share of two seconds while it was broken; null when it was broken for a shorter time. */
        @Nullable
        Double least() {
            return least;
        }

        /** Its greatest share of two seconds since it was mended; null when that was not that long ago. */
        @Nullable
        Double after() {
            return after;
        }

        private void look(long nowNs, @Nullable Double share) {
            if (share == null) {
                return;
            }
            if (nowNs <= endNs && nowNs - beganNs >= RecentShares.SPAN_NS) {
                least = least == null ? share : Math.min(least, share);
            } else if (nowNs - endNs >= RecentShares.SPAN_NS) {
                after = after == null ? share : Math.max(after, share);
            }
        }
    }

    /** Breaks a server at a time from now. */
    void plan(PlannedBreak order, List<AppServer> servers) {
        AppServer server = servers.stream()
                .filter(each -> each.name().equals(order.kind().usual()))
                .findFirst()
                .orElseThrow();
        clock.schedule(
                () -> {
                    try {
                        begin(server, order.kind(), order.lasts());
                    } catch (ApiRefusal refusal) {
                        System.err.println(
                                "evenkeel: --break " + order + ": " + refusal.getMessage() + ". " + refusal.remedy());
                    }
                },
                order.start().toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /**
     * Breaks a server now. A server with much to do may take a while to begin; the figures go on meanwhile.
     *
     * @throws ApiRefusal when another one is broken, or the server does not let itself be broken
     */
    void begin(AppServer server, BreakKind kind, Duration lasts) {
        take();
        try {
            Double before = shares.of(server.name());
            Freeze frozen = null;
            if (kind == BreakKind.FREEZE) {
                frozen = Freeze.of(server.handle());
            } else {
                ask(server, kind, lasts);
            }
            began(server, kind, lasts, before, frozen);
        } catch (IOException e) {
            throw new ApiRefusal(409, server.name() + " cannot be broken: " + e.getMessage(), "Try it again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw theEnd();
        } finally {
            release();
        }
    }

    /** Only one at a time begins. */
    private synchronized void take() {
        long nowNs = System.nanoTime();
        Break last = last();
        if (isClosed) {
            throw theEnd();
        }
        if (begins) {
            throw new ApiRefusal(409, "another break begins just now", "Wait until it is over.");
        }
        if (last != null && nowNs - last.endNs < 0) {
            throw new ApiRefusal(
                    409,
                    last.server + " " + last.kind.state() + " already, and one server at a time is broken",
                    "Wait " + last.secondsLeft(nowNs) + " s.");
        }
        begins = true;
    }

    private synchronized void release() {
        begins = false;
    }

    private synchronized void began(
            AppServer server, BreakKind kind, Duration lasts, @Nullable Double before, @Nullable Freeze frozen) {
        if (frozen != null) {
            if (isClosed) {
                frozen.close();
                throw theEnd();
            }
            freeze = frozen;
            clock.schedule(this::thaw, lasts.toNanos(), TimeUnit.NANOSECONDS);
        }
        long nowNs = System.nanoTime();
        begun.add(new Break(kind, server.name(), nowNs, nowNs + lasts.toNanos(), before));
    }

    private static ApiRefusal theEnd() {
        return new ApiRefusal(409, "the demo ends", "Start it again.");
    }

    private void ask(AppServer server, BreakKind kind, Duration lasts) throws IOException, InterruptedException {
        URI address =
                URI.create(server.uri() + AppServer.PATH + "/fault?kind=" + kind.word() + "&ms=" + lasts.toMillis());
        HttpRequest request = HttpRequest.newBuilder(address)
                .header(FIELD, key)
                .timeout(LONGEST_ASK)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 202) {
            throw new IOException(answer.statusCode() + " " + answer.body().strip());
        }
    }

    private synchronized void thaw() {
        if (freeze != null) {
            freeze.close();
            freeze = null;
        }
    }

    private @Nullable Break last() {
        return begun.isEmpty() ? null : begun.get(begun.size() - 1);
    }

    /** Notes the shares of this moment. */
    synchronized void look(long nowNs) {
        Break last = last();
        if (last != null) {
            last.look(nowNs, shares.of(last.server));
        }
    }

    /** The server that is broken now or was lately, in words; empty for none. */
    synchronized String words(long nowNs) {
        Break last = last();
        if (last == null || nowNs - last.endNs > REST_NS) {
            return "";
        }
        return nowNs - last.endNs < 0
                ? "%s %s, %d s left".formatted(last.server, last.kind.state(), last.secondsLeft(nowNs))
                : last.server + " is mended";
    }

    /** All breaks, the first begun first. */
    synchronized List<Break> all() {
        return List.copyOf(begun);
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        clock.shutdownNow();
        thaw();
    }
}
