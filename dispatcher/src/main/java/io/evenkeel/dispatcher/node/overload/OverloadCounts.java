// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

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
 */
public record OverloadCounts(
        boolean admits, double active, double most, long thinkNs, double chance, List<ClassCounts> classes) {

    /** A cluster without rules for overload. */
    public static final OverloadCounts NONE = new OverloadCounts(false, 0, Double.POSITIVE_INFINITY, 0, 1, List.of());

    public OverloadCounts {
        classes = List.copyOf(classes);
    }
}
