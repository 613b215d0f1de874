// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A resource of nodes of a kind, and its distance from its limit.
 *
 * @param kind name of the nodes
 * @param resource {@code cpu}, {@code jdbc} or {@code workers}
 * @param units of one node
 * @param demandMs time that a request needs of one unit
 * @param capacityPerSecond requests that all nodes of the kind could serve if it were the only bound
 * @param utilizationShare at the rate, when each kind gets requests in proportion to what it can do
 * @param isBottleneck true when it bounds its kind
 */
public record Bottleneck(
        String kind,
        String resource,
        int units,
        double demandMs,
        double capacityPerSecond,
        double utilizationShare,
        boolean isBottleneck) {

    /** All resources that can bind, of each kind the tightest first. */
    public static List<Bottleneck> of(Fleet fleet, double ratePerSecond) {
        List<Bottleneck> all = new ArrayList<>();
        for (NodeKind kind : fleet.kinds()) {
            List<Resource> resources = new ArrayList<>(kind.resources());
            if (kind.workers() != NodeKind.ANY) {
                resources.add(new Resource("workers", kind.demandMs(), kind.workers()));
            }
            resources.removeIf(resource -> resource.units() == NodeKind.ANY);
            resources.sort(Comparator.comparingDouble(Resource::bottleneckMs).reversed());
            double perNode = ratePerSecond * kind.capacityPerSecond() / fleet.capacityPerSecond();
            for (int i = 0; i < resources.size(); i++) {
                Resource resource = resources.get(i);
                all.add(new Bottleneck(
                        kind.name(),
                        resource.name(),
                        resource.units(),
                        resource.demandMs(),
                        1000 * kind.count() / resource.bottleneckMs(),
                        perNode * resource.bottleneckMs() / 1000,
                        i == 0));
            }
        }
        return all;
    }

    /** The fleet with twice as much of a resource in the nodes of a kind. */
    public static Fleet doubled(Fleet fleet, NodeKind kind, String resource) {
        return new Fleet(
                fleet.kinds().stream()
                        .map(each -> each.equals(kind) ? each.doubled(resource) : each)
                        .toList(),
                fleet.arrivalVariation());
    }
}
