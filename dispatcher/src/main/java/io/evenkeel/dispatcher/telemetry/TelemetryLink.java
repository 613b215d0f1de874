// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.telemetry;

import io.evenkeel.config.Settings;
import io.evenkeel.config.TelemetrySettings;
import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.TelemetryView;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.trace.ExemplarView;
import io.evenkeel.dispatcher.trace.Exemplars;
import io.evenkeel.dispatcher.trace.TraceLane;
import io.evenkeel.dispatcher.trace.Tracing;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The telemetry of a dispatcher: its rules for traces, and the sender, which is loaded when a configuration wants it
 * for the first time, so that the libraries it brings cost nothing otherwise. Threads: {@link #prepare}, {@link #begin}
 * and {@link #close} are serial; the rest is for any thread.
 */
public final class TelemetryLink implements TelemetryFigures, AutoCloseable {

    private final int loops;
    private final long seed;
    private final Supplier<Control> figures;
    private final EventLogger events;
    private final Exemplars exemplars = new Exemplars();
    private final Iterable<TelemetryProvider> providers;
    private @Nullable List<TraceLane> lanes;
    private @Nullable TelemetrySettings inForce;
    private volatile @Nullable Telemetry sender;
    private volatile @Nullable Tracing tracing;

    /**
     * A link of a dispatcher with so many loops.
     *
     * @param figures gives the control interface, once the dispatcher is made
     */
    public TelemetryLink(int loops, Supplier<Control> figures, EventLogger events) {
        this(
                loops,
                new SecureRandom().nextLong(),
                figures,
                events,
                ServiceLoader.load(TelemetryProvider.class, TelemetryLink.class.getClassLoader()));
    }

    /**
     * The same with providers that need not be looked for.
     *
     * @param seed of the identifiers of traces
     */
    public TelemetryLink(
            int loops,
            long seed,
            Supplier<Control> figures,
            EventLogger events,
            Iterable<TelemetryProvider> providers) {
        this.loops = loops;
        this.seed = seed;
        this.figures = figures;
        this.events = events;
        this.providers = providers;
    }

    /** The rules for traces; null while no request is traced. */
    public @Nullable Tracing tracing() {
        return tracing;
    }

    /**
     * Loads the sender if it is wanted and not there yet; nothing else changes.
     *
     * @throws IOException when the module is missing, with a sentence for the user
     */
    public void prepare(@Nullable TelemetrySettings wanted) throws IOException {
        if (wanted == null || sender != null) {
            return;
        }
        List<TraceLane> made = Tracing.lanes(loops, seed);
        for (TelemetryProvider provider : providers) {
            sender = provider.open(new TelemetryContext(made, figures.get(), events));
            lanes = made;
            return;
        }
        throw new IOException("telemetry needs the jar evenkeel-telemetry and its libraries, which are not there");
    }

    /** Follows settings that are in force now. */
    public void begin(Settings settings) {
        TelemetrySettings wanted = settings.telemetry();
        Telemetry present = sender;
        List<TraceLane> mine = lanes;
        exemplars.retain(settings.clusters().keySet());
        if (present == null || mine == null) {
            return;
        }
        if (wanted == null || !wanted.equals(inForce)) {
            present.follow(wanted);
            TraceSettings traces = wanted == null ? null : wanted.traces();
            tracing = traces == null ? null : new Tracing(traces, mine, exemplars);
            inForce = wanted;
        }
    }

    @Override
    public @Nullable TelemetryView view() {
        Telemetry present = sender;
        return present == null ? null : present.view();
    }

    @Override
    public List<ExemplarView> exemplars(String cluster) {
        return exemplars.of(cluster);
    }

    @Override
    public void close() {
        tracing = null;
        Telemetry present = sender;
        if (present != null) {
            present.close();
        }
    }
}
