// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.monitor.AgentState;
import java.util.Locale;

/**
 * A node with its traffic.
 *
 * @param shareGot of its cluster's tasks in the last seconds, 0 to 1
 * @param shareWanted its weight among the nodes that take tasks, 0 to 1
 * @param score by which the policy ranks, lower is better; NaN when it does not rank
 * @param sessions of the application, by its cookie
 */
public record NodeFigures(
        String cluster,
        NodeView view,
        Rates rates,
        double shareGot,
        double shareWanted,
        double score,
        SessionFigures sessions) {

    /** A figure of the sample in force; NaN when there is none. */
    public double sampled(String title) {
        Double figure = isStale() ? null : view.agent().figures().get(title);
        return figure == null ? Double.NaN : figure;
    }

    /** True when its figures cannot be relied on: it has an agent, and its sample is not in force. */
    public boolean isStale() {
        return view.agent().state() != AgentState.REPORTING;
    }

    /** As words, {@code up} to {@code silent}. */
    public String state() {
        return view.state().name().toLowerCase(Locale.ROOT);
    }

    /** The load of the node, 0 to 1: the higher use of CPU and workers; NaN when unknown. */
    public double load() {
        double cpu = sampled("OS_CPU_USED%") / 100;
        double workers = sampled("AMX_CONNS_Q_THRBSY") / sampled("AMX_CONNS_Q_THRDSMAX");
        if (Double.isNaN(cpu)) {
            return workers;
        }
        return Double.isNaN(workers) ? cpu : Math.max(cpu, workers);
    }
}
