// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.QueueModel;
import org.jspecify.annotations.Nullable;

/**
 * The forecast of a model for a fleet under a load. Times are infinite when it is overloaded.
 *
 * @param kind the model; null for one of users
 * @param model its label
 * @param nodes number of nodes
 * @param ratePerSecond requests that come, refused ones included
 * @param capacityPerSecond greatest rate of the nodes by this model; less than their bottleneck alone would allow
 *     where workers do not keep it filled
 * @param throughputPerSecond requests that are answered
 * @param utilizationShare demand as a share of the capacity; above 1 is too much
 * @param refusedShare share of the requests that are refused
 */
public record Forecast(
        @Nullable PlanModel kind,
        String model,
        int nodes,
        double ratePerSecond,
        double capacityPerSecond,
        double throughputPerSecond,
        double utilizationShare,
        double meanMs,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double refusedShare) {

    static Forecast of(PlanModel kind, Fleet fleet, double ratePerSecond, QueueModel queue) {
        double utilization = queue.utilizationShare();
        double capacity = utilization > 0 ? ratePerSecond / utilization : fleet.capacityPerSecond();
        double done = Math.min(ratePerSecond, capacity) * (1 - queue.refusedShare());
        return new Forecast(
                kind,
                kind.label(fleet),
                fleet.nodes(),
                ratePerSecond,
                capacity,
                Double.isInfinite(queue.meanMs()) ? done : ratePerSecond * (1 - queue.refusedShare()),
                utilization,
                queue.meanMs(),
                queue.percentileMs(0.5),
                queue.percentileMs(0.95),
                queue.percentileMs(0.99),
                queue.refusedShare());
    }
}
