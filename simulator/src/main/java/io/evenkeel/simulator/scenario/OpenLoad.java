// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.ArrivalProcess;
import io.evenkeel.simulator.chance.Distribution;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that come whatever the answers are.
 *
 * <p>Each dispatcher has an arrival process of its own for its part of the sessions. A session asks, thinks, asks
 * again; one whose request failed, or took longer than the patience, is broken and asks no more. Rates are of requests,
 * so that sessions come at the rate divided by their mean length.
 *
 * @param rate rate in requests per second for the whole cluster, or as a share of its capacity
 * @param unit unit of the rate
 * @param arrivals a process as {@link ArrivalProcess#parse} reads it
 * @param sessionLength requests of a session; constant 1 when requests are independent
 * @param thinkMs time from an answer to the session's next request
 * @param patienceMs time after which the client is gone; 0 when it waits without end
 * @param step step in which the rate changes; null when it stays
 */
public record OpenLoad(
        double rate,
        RateUnit unit,
        String arrivals,
        Distribution sessionLength,
        Distribution thinkMs,
        double patienceMs,
        NodeChoice affinity,
        @Nullable RateStep step)
        implements LoadModel {

    /** The unit of a rate. */
    public enum RateUnit {
        /** Requests in a second. */
        PER_SECOND,
        /** Share of {@link Scenario#capacityPerSecond()}; above 1 is too much. */
        OF_CAPACITY
    }

    public OpenLoad {
        ScenarioChecks.aboveZero("rate", rate);
        ScenarioChecks.that(
                sessionLength.mean() >= 1, "session length", "has a mean of at least 1", sessionLength.mean());
        ScenarioChecks.zeroOrMore("patience", patienceMs);
        ArrivalProcess.parse(arrivals, 1);
    }

    /** A load that stays as it is. */
    public OpenLoad(
            double rate,
            RateUnit unit,
            String arrivals,
            Distribution sessionLength,
            Distribution thinkMs,
            double patienceMs,
            NodeChoice affinity) {
        this(rate, unit, arrivals, sessionLength, thinkMs, patienceMs, affinity, null);
    }

    double ratePerSecond(double capacityPerSecond) {
        return perSecond(rate, unit, capacityPerSecond);
    }

    /** The rate after the step; as before when there is none. */
    double ratePerSecondAfter(double capacityPerSecond) {
        return step == null ? ratePerSecond(capacityPerSecond) : perSecond(step.rate(), step.unit(), capacityPerSecond);
    }

    private static double perSecond(double rate, RateUnit unit, double capacityPerSecond) {
        return unit == RateUnit.PER_SECOND ? rate : rate * capacityPerSecond;
    }

    @Override
    public OpenLoad withoutAffinity() {
        return new OpenLoad(rate, unit, arrivals, sessionLength, thinkMs, patienceMs, NodeChoice.NONE, step);
    }

    @Override
    public double rampMs() {
        return 0;
    }

    @Override
    public double rampDownMs() {
        return 0;
    }
}
