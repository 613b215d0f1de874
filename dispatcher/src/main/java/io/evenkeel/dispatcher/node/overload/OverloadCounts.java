// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import io.evenkeel.dispatcher.node.bound.NodeBound;
import java.util.List;

/**
 * Figures of a cluster's rules for overload.
 *
 * @param admits true when new sessions may be refused
 * @param active sessions that run, as they are estimated
 * @param most sessions that may run; infinite when no agent tells what its node can do
 * @param thinkNs mean think time of the sessions
 * @param chance the probability with which a new session passes the rule on waits, 0.0 to 1.0
 * @param classes the classes by number; empty where there are no rules
 * @param patienceNs time for which clients were seen to wait; {@link Long#MAX_VALUE} when it is not learned
 * @param bounds the nodes whose tasks are bounded by their workers, or by what was learned
 */
public record OverloadCounts(
        boolean admits,
        double active,
        double most,
        long thinkNs,
        double chance,
        List<ClassCounts> classes,
        long patienceNs,
        List<NodeBound> bounds) {

    /** A cluster without rules for overload. */
    public static final OverloadCounts NONE = new OverloadCounts(false, 0, Double.POSITIVE_INFINITY, 0, 1, List.of());

    public OverloadCounts {
        classes = List.copyOf(classes);
        bounds = List.copyOf(bounds);
    }

    /** Figures of rules by which nothing is learned and no node is bounded. */
    public OverloadCounts(
            boolean admits, double active, double most, long thinkNs, double chance, List<ClassCounts> classes) {
        this(admits, active, most, thinkNs, chance, classes, Long.MAX_VALUE, List.of());
    }
}
