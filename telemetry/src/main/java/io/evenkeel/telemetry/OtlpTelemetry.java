// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.telemetry;

import io.evenkeel.admin.export.Prometheus;
import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.dispatcher.control.TelemetryView;
import io.evenkeel.dispatcher.telemetry.Telemetry;
import io.evenkeel.dispatcher.telemetry.TelemetryContext;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends what the lanes of the loops have recorded, and the figures of every few seconds, from a thread of its own.
 *
 * <p>While a receiver does not answer, the thread waits for it and the lanes fill up, so memory is bounded by them:
 * spans that find no room there are counted, and so are those of a message that could not be delivered. One event says
 * that the receiver is away, and one that it is back.
 */
final class OtlpTelemetry implements Telemetry {

    private static final long TURN_NS = 200_000_000;
    private static final long CLOSING_MS = 1500;

    private final OtlpDelivery delivery;
    private final Function<TelemetrySettings, Outlet> receivers;
    private final Prometheus source;
    private final Thread thread = new Thread(this::run, "evenkeel-telemetry");
    private volatile @Nullable TelemetrySettings wanted;
    private volatile boolean closing;

    /** The time of the next figures; of the thread. */
    private long figuresNs = System.nanoTime();

    /** @param receivers makes what sends to the receiver of settings */
    OtlpTelemetry(TelemetryContext context, Function<TelemetrySettings, Outlet> receivers) {
        this.receivers = receivers;
        this.delivery = new OtlpDelivery(context);
        this.source = new Prometheus(context.control());
    }

    /** Begins to send what {@link #follow} wants. */
    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void follow(@Nullable TelemetrySettings settings) {
        wanted = settings;
        LockSupport.unpark(thread);
    }

    @Override
    public TelemetryView view() {
        return delivery.view();
    }

    private void run() {
        Outlet outlet = null;
        TelemetrySettings inForce = null;
        while (!closing) {
            TelemetrySettings next = wanted;
            if (!Objects.equals(next, inForce)) {
                if (outlet != null) {
                    delivery.spans(outlet);
                    outlet.close();
                }
                outlet = next == null ? null : receivers.apply(next);
                delivery.begins(next);
                inForce = next;
            }
            if (outlet == null || inForce == null) {
                delivery.discard();
            } else {
                turn(outlet, inForce.every());
            }
            if (!closing) {
                LockSupport.parkNanos(this, TURN_NS);
            }
        }
        if (outlet != null) {
            delivery.spans(outlet);
            outlet.close();
        }
    }

    /** Sends once; a fault of this program ends one turn and not the thread. */
    private void turn(Outlet outlet, @Nullable Duration every) {
        try {
            delivery.spans(outlet);
            if (every != null && System.nanoTime() - figuresNs >= 0) {
                figuresNs = System.nanoTime() + every.toNanos();
                delivery.figures(outlet, source::figures);
            }
        } catch (RuntimeException e) {
            delivery.broken(e);
        }
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSING_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        source.close();
    }
}
