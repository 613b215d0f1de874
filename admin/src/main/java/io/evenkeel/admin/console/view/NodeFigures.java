// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.Locale;

/**
 * A node with its traffic.
 *
 * @param shareGot of its cluster's tasks in the last seconds, 0 to 1
 * @param shareWanted its weight among the nodes that take tasks, 0 to 1
 * @param score by which the policy ranks, lower is better; NaN when it does not rank
 * @param failedRequests those that failed for their clients, and had their last attempt here, since it joined
 * @param sessions of the application, by its cookie
 */
public record NodeFigures(
        String cluster,
        NodeView view,
        Rates rates,
        double shareGot,
        double shareWanted,
        double score,
        long failedRequests,
        SessionFigures sessions) {

    private static final double FULL_HEAP_PERCENT = 93;

    /** A figure of the sample in force; NaN when there is none. */
    public double sampled(String title) {
        Double figure = isStale() ? null : view.agent().figures().get(title);
        return figure == null ? Double.NaN : figure;
    }

    /** True when its figures cannot be relied on: it has an agent, and its sample is not in force. */
    public boolean isStale() {
        return view.agent().state() != AgentState.REPORTING;
    }

    /** The state as a word, {@code up} to {@code silent}. */
    public String state() {
        return view.state().name().toLowerCase(Locale.ROOT);
    }

    /**
     * The reason in words for which the node has more than it can do, by its sample; empty when it has not. A busy
     * processor alone is no such reason: it may be busy for others.
     */
    public String overload() {
        if (sampled("JVM_HEAP_LIVE%") > FULL_HEAP_PERCENT) {
            return "overloaded: its heap is full after a collection";
        }
        if (sampled("AMX_CONNS_QD") > 0 && sampled("AMX_CONNS_Q_THRBSY") >= sampled("AMX_CONNS_Q_THRDSMAX")) {
            return "overloaded: all workers are busy, and requests wait";
        }
        return sampled("AMX_JDBC_WAIT") > 0 && sampled("AMX_JDBC_ACTC") >= sampled("AMX_JDBC_MAXC")
                ? "overloaded: all JDBC connections are in use, and threads wait"
                : "";
    }

    /** The reason for which the node is not up, or is up and overloaded, in words; empty for a node that is well. */
    public String why() {
        return view.state() == NodeState.UP ? overload() : view.why();
    }

    /** The words before the time that the node has been in its state, as in {@code Down for}. */
    public String spanHeading() {
        return switch (view.state()) {
            case UP -> "Up for";
            case DRAIN -> "Drained for";
            case MAINT -> "In maintenance for";
            case DOWN -> "Down for";
            case EJECTED -> "Ejected for";
            case PROBING -> "On probation for";
            case SILENT -> "Silent for";
            case RESTING -> "Resting for";
        };
    }

    /** The time that the node has been in its state. */
    public String spanText() {
        return FigureTexts.span(
                view.state() == NodeState.UP ? view.upForMs() : view.span().forMs());
    }

    /** Tasks in flight and tasks a second together; nodes with more of it are busier. */
    public double work() {
        double rate = rates.perSecond();
        return view.counts().inFlight() + (Double.isNaN(rate) ? 0 : rate);
    }

    /** The load of the node, 0 to 1: the higher use of CPU and workers; NaN when unknown. */
    public double load() {
        double cpu = sampled("OS_CPU_USED%") / 100;
        double workers = workers();
        return Double.isNaN(cpu) || workers > cpu ? workers : cpu;
    }

    /** The load with the name of what is used most, such as {@code workers 25 %}. */
    String loadText() {
        double load = load();
        if (Double.isNaN(load)) {
            return view.agent().state() == AgentState.NONE ? "no agent" : FigureTexts.UNKNOWN;
        }
        return (load == workers() ? "workers " : "CPU ") + FigureTexts.share(load);
    }

    private double workers() {
        return sampled("AMX_CONNS_Q_THRBSY") / sampled("AMX_CONNS_Q_THRDSMAX");
    }
}
