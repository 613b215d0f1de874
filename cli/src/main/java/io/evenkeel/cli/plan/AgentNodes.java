// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import io.evenkeel.cli.remote.RemoteDispatcher;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.planner.AgentFigures;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The nodes of a cluster as their agents have measured them, out of the admin API. */
final class AgentNodes {

    private AgentNodes() {}

    /** All nodes that have told enough; fails with the reason when none has, or the cluster is not there. */
    static List<AgentFigures> of(RemoteDispatcher dispatcher, String cluster) {
        JsonNode answer = dispatcher.get("/api/v1/clusters/" + RemoteDispatcher.quoted(cluster));
        List<AgentFigures> nodes = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (JsonNode node : answer.path("nodes")) {
            AgentFigures figures = figures(node);
            if (figures.isEnough()) {
                nodes.add(figures);
            } else {
                silent.add(figures.node());
            }
        }
        if (nodes.isEmpty()) {
            throw CommandException.failed(
                    "no agent of cluster '" + cluster
                            + "' has reported what a request needs (NODE_DEMAND); this needs an"
                            + " agent in the node and some traffic.\nGive the demand yourself with --cpu-ms, --jdbc-ms and so on.");
        }
        if (!silent.isEmpty()) {
            throw CommandException.failed("these nodes of cluster '" + cluster
                    + "' have not reported what a request needs: " + String.join(", ", silent)
                    + "\nWait until each has had traffic, or give the nodes yourself in a file (-f).");
        }
        return nodes;
    }

    private static AgentFigures figures(JsonNode node) {
        JsonNode sample = node.path("sample");
        JsonNode figures = sample.path("figures");
        return new AgentFigures(
                node.path("name").asString("?"),
                number(figures, "NODE_DEMAND"),
                number(figures, "NODE_BOTTLENECK"),
                number(figures, "OS_CPU_LIMIT"),
                number(figures, "JVM_CPU_USED%") / 100,
                number(figures, "AMX_JDBC_ACTC"),
                number(figures, "AMX_JDBC_MAXC"),
                number(figures, "AMX_CONNS_Q_THRDSMAX"),
                number(figures, "AMX_CONNS_Q_MAXSIZE"),
                number(figures, "RQST_THROUGHPUT"),
                number(figures, "RQST_RESPONSE_TIME"));
    }

    private static double number(JsonNode figures, String name) {
        return figures.path(name).asDouble(Double.NaN);
    }
}
