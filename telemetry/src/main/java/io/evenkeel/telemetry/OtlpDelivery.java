// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.dispatcher.control.TelemetryView;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.telemetry.TelemetryContext;
import io.evenkeel.dispatcher.trace.RequestSpan;
import io.evenkeel.dispatcher.trace.TraceLane;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages to a receiver: what is in them, what became of them, and the events about that. Threads: the sender's;
 * {@link #view} is for any thread.
 */
final class OtlpDelivery {

    /** Spans of one message; one request's more may come on top. */
    private static final int BATCH = 512;

    private static final long ROOM_MS = 1000;

    private final TelemetryContext context;
    private final long startedNs;
    private SpanMaker spanMaker = new SpanMaker(Resource.empty());
    private FigureMaker figureMaker;
    private String endpoint = "";
    private long timeoutMs;
    private volatile boolean away;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong messagesFailed = new AtomicLong();
    private long lostBefore;
    private boolean broke;

    OtlpDelivery(TelemetryContext context) {
        this.context = context;
        this.startedNs = System.currentTimeMillis() * 1_000_000;
        this.figureMaker = new FigureMaker(Resource.empty(), startedNs);
    }

    /** Messages go to the receiver of these settings from now on. */
    void begins(@Nullable TelemetrySettings settings) {
        away = false;
        broke = false;
        if (settings != null) {
            endpoint = settings.endpoint();
            timeoutMs = settings.timeout().toMillis();
            Resource resource = Resources.of(
                    settings.service(), context.control().dispatcher().version());
            spanMaker = new SpanMaker(resource);
            figureMaker = new FigureMaker(resource, startedNs);
        }
    }

    TelemetryView view() {
        return new TelemetryView(away, sent.get(), full(), failed.get(), messages.get(), messagesFailed.get());
    }

    private long full() {
        return context.lanes().stream().mapToLong(TraceLane::dropped).sum();
    }

    /** Forgets what was recorded before nobody wanted it any more. */
    void discard() {
        for (TraceLane lane : context.lanes()) {
            while (lane.take() != null) {
                // Nobody wants it.
            }
        }
    }

    /** Sends all that is recorded now. */
    void spans(Outlet outlet) {
        List<SpanData> batch = new ArrayList<>();
        for (TraceLane lane : context.lanes()) {
            for (RequestSpan each = lane.take(); each != null; each = lane.take()) {
                spanMaker.add(each, batch);
                if (batch.size() >= BATCH) {
                    send(outlet, batch);
                    batch = new ArrayList<>();
                }
            }
        }
        if (!batch.isEmpty()) {
            send(outlet, batch);
        }
    }

    private void send(Outlet outlet, List<SpanData> batch) {
        if (delivered(() -> outlet.spans(batch))) {
            sent.addAndGet(batch.size());
        } else {
            failed.addAndGet(batch.size());
        }
    }

    /** Sends the figures of this moment. */
    void figures(Outlet outlet, Supplier<MetricSnapshots> source) {
        boolean well =
                delivered(() -> outlet.figures(figureMaker.make(source.get(), System.currentTimeMillis() * 1_000_000)));
        if (well) {
            messages.incrementAndGet();
        } else {
            messagesFailed.incrementAndGet();
        }
    }

    /** Says, once for a configuration, that this program could not make a message. */
    void broken(RuntimeException fault) {
        if (!broke) {
            broke = true;
            events().error("telemetry could not be made ready to be sent, and a part of it is lost", fault);
        }
    }

    private boolean delivered(Supplier<CompletableResultCode> message) {
        Throwable why;
        try {
            CompletableResultCode result = message.get().join(timeoutMs + ROOM_MS, TimeUnit.MILLISECONDS);
            if (result.isSuccess()) {
                answered();
                return true;
            }
            why = result.getFailureThrowable();
        } catch (RuntimeException e) {
            why = e;
        }
        unanswered(why);
        return false;
    }

    private void answered() {
        if (away) {
            away = false;
            events().info("the receiver of telemetry at " + endpoint + " answers again; "
                    + (failed.get() + full() - lostBefore) + " spans were lost meanwhile");
        }
    }

    private void unanswered(@Nullable Throwable why) {
        if (!away) {
            away = true;
            lostBefore = failed.get() + full();
            events().warn("the receiver of telemetry at " + endpoint + " takes nothing: "
                    + (why == null ? "no answer in time" : reason(why))
                    + "; requests are served as before, and what it does not get is lost and counted in"
                    + " evenkeel_telemetry_spans_total");
        }
    }

    private static String reason(Throwable why) {
        String said = why.getMessage();
        return said == null ? why.getClass().getSimpleName() : said;
    }

    private EventLogger events() {
        return context.events();
    }
}
