// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.SlowPeriod;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The times in which one server is slower or stands still; see {@link SlowPeriod}. The factors of
 * periods that overlap are multiplied.
 */
final class SlowPeriods {

    private static final double NS_PER_MS = 1e6;

    private final SlowPeriod[] slowPeriods;
    private final RandomGenerator random;
    private final boolean[] on;
    private final long[] beganNs;
    private final long[] changeNs;
    private long nextNs;

    SlowPeriods(List<SlowPeriod> all, RandomGenerator random) {
        this.random = random;
        slowPeriods = all.toArray(SlowPeriod[]::new);
        on = new boolean[slowPeriods.length];
        beganNs = new long[slowPeriods.length];
        changeNs = new long[slowPeriods.length];
        for (int k = 0; k < slowPeriods.length; k++) {
            changeNs[k] =
                    ns(Double.isNaN(slowPeriods[k].fromMs()) ? someTimeMs(slowPeriods[k]) : slowPeriods[k].fromMs());
        }
        foresee();
    }

    private double someTimeMs(SlowPeriod slowPeriod) {
        return slowPeriod.everyMs() == null ? 0 : slowPeriod.everyMs().sample(random) * random.nextDouble();
    }

    /** The moment when one next begins or ends; {@link Long#MAX_VALUE} for never. */
    long nextNs() {
        return nextNs;
    }

    /** Lets begin and end what is due. */
    void change(long nowNs) {
        for (int k = 0; k < slowPeriods.length; k++) {
            while (changeNs[k] <= nowNs) {
                turn(k);
            }
        }
        foresee();
    }

    private void turn(int k) {
        long atNs = changeNs[k];
        on[k] = !on[k];
        if (on[k]) {
            beganNs[k] = atNs;
            changeNs[k] = atNs + Math.max(1, ns(slowPeriods[k].lastsMs().sample(random)));
        } else if (slowPeriods[k].everyMs() == null) {
            changeNs[k] = Long.MAX_VALUE;
        } else {
            changeNs[k] =
                    Math.max(atNs + 1, beganNs[k] + ns(slowPeriods[k].everyMs().sample(random)));
        }
    }

    /** The factor by which processor time is longer now; 1.0 for none, pauses left out. */
    double factor() {
        double factor = 1;
        for (int k = 0; k < slowPeriods.length; k++) {
            factor *= on[k] && !slowPeriods[k].isPause() ? slowPeriods[k].factor() : 1;
        }
        return factor;
    }

    /** True while the server stands still. */
    boolean isPause() {
        for (int k = 0; k < slowPeriods.length; k++) {
            if (on[k] && slowPeriods[k].isPause()) {
                return true;
            }
        }
        return false;
    }

    private void foresee() {
        nextNs = Arrays.stream(changeNs).min().orElse(Long.MAX_VALUE);
    }

    private static long ns(double ms) {
        return Math.round(ms * NS_PER_MS);
    }
}
