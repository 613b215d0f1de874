// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.protection.ProtectionLevel;
import io.evenkeel.dispatcher.protection.ResourceView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One line about all clusters, the same wherever people look: console, command line and health page.
 *
 * @param text such as {@code shop: all nodes down since 2026-01-31T08:12:03Z}; moments are written like that, so that
 *     each reader can show them in its own zone
 * @param serving clusters with a node that is up
 */
public record HealthLine(HealthLevel level, String text, int serving, int clusters) {

    private static final int MOST_NAMED = 3;
    private static final long MS_PER_S = 1_000;

    /** The line at the moment of the views. */
    public static HealthLine of(DispatcherView dispatcher, List<ClusterView> clusters) {
        return of(
                dispatcher.state(),
                clusters,
                dispatcher.resources().stream()
                        .filter(each -> each.level() != ProtectionLevel.FREE)
                        .toList());
    }

    /** The line of a dispatcher that lacks nothing. */
    public static HealthLine of(DispatcherState state, List<ClusterView> clusters) {
        return of(state, clusters, List.of());
    }

    private static HealthLine of(DispatcherState state, List<ClusterView> clusters, List<ResourceView> lacking) {
        HealthLevel level =
                state == DispatcherState.RUNNING && lacking.isEmpty() ? HealthLevel.OK : HealthLevel.DEGRADED;
        List<String> outages = new ArrayList<>();
        List<String> troubles = new ArrayList<>();
        for (ClusterView cluster : clusters) {
            ClusterHealth health = ClusterHealth.of(cluster);
            level = level.worst(health.level());
            String text = cluster.name() + ": " + health.text();
            switch (health.level()) {
                case OUTAGE -> outages.add(text);
                case DEGRADED -> troubles.add(text);
                case OK -> {}
            }
        }
        int serving = clusters.size() - outages.size();
        List<String> parts = new ArrayList<>();
        if (state != DispatcherState.RUNNING) {
            parts.add("the dispatcher is " + state.word());
        }
        for (ResourceView each : lacking) {
            parts.add(lack(each));
        }
        parts.addAll(shortened(outages));
        if (clusters.isEmpty()) {
            parts.add("no cluster is configured");
        } else if (outages.isEmpty() || clusters.size() > 1) {
            parts.add(serving + " of " + clusters.size() + (clusters.size() == 1 ? " cluster " : " clusters ")
                    + (serving == 1 || clusters.size() == 1 ? "serves" : "serve"));
        }
        parts.addAll(shortened(troubles));
        return new HealthLine(level, String.join("; ", parts), serving, clusters.size());
    }

    /** A resource that the dispatcher has too little of, such as {@code no connection is accepted (memory): …}. */
    public static String lack(ResourceView resource) {
        return (resource.level() == ProtectionLevel.REFUSING ? "requests are refused" : "no connection is accepted")
                + " (" + resource.name() + "): " + resource.figure();
    }

    private static List<String> shortened(List<String> parts) {
        if (parts.size() <= MOST_NAMED) {
            return parts;
        }
        List<String> few = new ArrayList<>(parts.subList(0, MOST_NAMED));
        int more = parts.size() - MOST_NAMED;
        few.add("and " + more + (more == 1 ? " more cluster" : " more clusters"));
        return few;
    }

    /** A moment of the wall clock as texts have it, such as {@code 2026-01-31T08:12:03Z}. */
    static String moment(long ms) {
        return Instant.ofEpochSecond(Math.floorDiv(ms, MS_PER_S)).toString();
    }
}
