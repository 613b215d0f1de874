// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import io.evenkeel.config.TelemetrySettings.TraceSettings;
import io.evenkeel.config.TelemetrySettings.Untrusted;
import java.util.List;
import java.util.SplittableRandom;

/** The rules by which requests are traced, and the lanes of the loops. Immutable; any thread. */
public final class Tracing {

    private static final double RANGE = 0x1p63;

    private final TraceSettings settings;
    private final List<TraceLane> lanes;
    private final Exemplars exemplars;

    /** Of random numbers from 0 to 2⁶³ - 1, those below this are lots that win. */
    private final long threshold;

    /** @param lanes by the number of the loop */
    public Tracing(TraceSettings settings, List<TraceLane> lanes, Exemplars exemplars) {
        this.settings = settings;
        this.lanes = List.copyOf(lanes);
        this.exemplars = exemplars;
        threshold = settings.ratio() >= 1 ? Long.MAX_VALUE : (long) (settings.ratio() * RANGE);
    }

    /** Lanes for so many loops. */
    public static List<TraceLane> lanes(int loops, long seed) {
        return new SplittableRandom(seed).longs(loops).mapToObj(TraceLane::new).toList();
    }

    TraceLane lane(int loop) {
        return lanes.get(loop);
    }

    Exemplars exemplars() {
        return exemplars;
    }

    /** True when a trace that a client names goes on. */
    boolean continues(boolean trusted) {
        return trusted || settings.untrusted() == Untrusted.CONTINUE;
    }

    /** True when a trusted client, whose trace goes on, decides whether the request is recorded. */
    boolean leavesToClient() {
        return settings.parent();
    }

    /** True when a request is recorded about which no client decides. */
    boolean draws(TraceLane lane) {
        // By lot and not by the trace's identifier, which a stranger could choose so that it is always recorded.
        return settings.ratio() > 0 && lane.random.nextLong() >>> 1 < threshold;
    }
}
