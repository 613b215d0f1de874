// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.HealthLine;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import java.util.List;
import java.util.Map;

/**
 * Everything at one moment, with the traffic of the seconds before.
 *
 * @param total of all clusters
 * @param events of the event log, newest first
 * @param listeners their rates, by name
 * @param targets the clusters that the routes of each listener lead to, by its name
 * @param issues the certificates that are got by ACME
 */
public record Snapshot(
        long atMs,
        DispatcherView dispatcher,
        Rates total,
        List<ClusterFigures> clusters,
        List<EventLine> events,
        Map<String, ListenerRates> listeners,
        Map<String, List<String>> targets,
        List<IssueView> issues) {

    public Snapshot {
        listeners = Map.copyOf(listeners);
        targets = Map.copyOf(targets);
        issues = List.copyOf(issues);
        clusters = List.copyOf(clusters);
        events = List.copyOf(events);
    }

    /**
     * A cluster with its traffic; the views have none of their own.
     *
     * @param failedRequests those that failed for their clients since the dispatcher started
     * @param overload its classes and its admission, should it have rules for overload
     */
    public record ClusterFigures(
            ClusterView view,
            Rates rates,
            long failedRequests,
            List<NodeFigures> nodes,
            SessionsView sessions,
            OverloadCounts overload) {

        public ClusterFigures {
            nodes = List.copyOf(nodes);
        }

        public int inFlight() {
            return nodes.stream()
                    .mapToInt(node -> node.view().counts().inFlight())
                    .sum();
        }
    }

    /** The line about all clusters that stands on top of every page. */
    public HealthLine health() {
        return HealthLine.of(
                dispatcher, clusters.stream().map(ClusterFigures::view).toList());
    }

    /** The rates of a listener; unknown ones when it has just come. */
    public ListenerRates listener(String name) {
        return listeners.getOrDefault(name, ListenerRates.UNKNOWN);
    }

    /** The certificates that should be renewed. */
    public List<ExpiryNotice> notices() {
        return ExpiryNotice.of(dispatcher, issues, atMs);
    }

    /** A cluster by its name. */
    public ClusterFigures cluster(String name) {
        return clusters.stream()
                .filter(cluster -> cluster.view().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("there is no cluster '" + name + "'"));
    }

    /** A node by its names. */
    public NodeFigures node(String cluster, String node) {
        return cluster(cluster).nodes().stream()
                .filter(figures -> figures.view().name().equals(node))
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("cluster '" + cluster + "' has no node '" + node + "'"));
    }
}
