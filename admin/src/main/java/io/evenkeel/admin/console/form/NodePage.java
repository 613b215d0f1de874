// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.NodeChanges;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.node.NodeState;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Nodes of a cluster: to add, change and delete one. */
final class NodePage {

    static final String ADDRESS = ClusterPage.LIST + "/node";

    private static final String SESSIONS = "AMX_SESSIONS_ACT";

    private final Control control;
    private final EditSteps steps;

    NodePage(Control control, EditSteps steps) {
        this.control = control;
        this.steps = steps;
    }

    void route(RoutesConfig routes) {
        steps.route(routes, ADDRESS, this::edit);
        steps.route(routes, ADDRESS + "/delete", this::departure);
    }

    private static String node(Context context) {
        return EditSteps.named(context, "node");
    }

    private static void mustBeThere(Layout file, String cluster, String node) {
        if (NodeRow.find(file, cluster, node).isEmpty()) {
            throw new ApiRefusal(
                    404,
                    "cluster '" + cluster + "' has no node '" + node + "' in the configuration file",
                    "See " + Links.clusterForm(cluster) + " for those it has.");
        }
    }

    private Edit edit(Context context, FormInput input) {
        Layout file = steps.layout(steps.read());
        String cluster = ClusterPage.cluster(context, file);
        String node = node(context);
        if (!node.isEmpty()) {
            mustBeThere(file, cluster, node);
        }
        return new NodeEdit(ConfigSchema.FILE, cluster, node, input);
    }

    private Edit departure(Context context, FormInput input) {
        Layout file = steps.layout(steps.read());
        String cluster = ClusterPage.cluster(context, file);
        String node = node(context);
        mustBeThere(file, cluster, node);
        String link = Links.clusterForm(cluster);
        return new RemovalEdit(
                new RemovalEdit.Target(
                        "node", "Delete node " + node, cluster + "/" + node, Owner.cluster(cluster), link),
                ADDRESS + "/delete",
                Map.of("cluster", cluster, "node", node),
                facts(cluster, node),
                now -> path(now, cluster, node),
                now -> obstacle(now, cluster),
                input);
    }

    private static List<String> path(Layout file, String cluster, String node) {
        int index = NodeRow.find(file, cluster, node).map(NodeRow::index).orElse(0);
        return List.of("clusters", cluster, "nodes", Integer.toString(index));
    }

    private static String obstacle(Layout file, String cluster) {
        return NodeRow.of(file, cluster).size() > 1
                ? ""
                : "it is the only node of '" + cluster + "', and a cluster needs one; delete the cluster";
    }

    /** The work that the node still does. */
    private List<String> facts(String cluster, String node) {
        NodeView view;
        try {
            view = NodeChanges.find(control, cluster, node);
        } catch (UnknownNameException e) {
            return List.of("It is in the file, but not in force.");
        }
        List<String> facts = new ArrayList<>();
        if (view.state() != NodeState.DRAIN && view.state() != NodeState.MAINT) {
            facts.add("It is not drained: its state is " + view.state().name().toLowerCase(Locale.ROOT)
                    + ". Drain it first, so that nobody loses a session.");
        }
        facts.add("In flight: " + view.counts().inFlight() + ".");
        facts.add("Active sessions, by their cookie: "
                + control.sessions(cluster)
                        .nodes()
                        .getOrDefault(node, SessionFigures.NONE)
                        .active()
                + ".");
        Double held = view.agent().figures().get(SESSIONS);
        if (held != null) {
            facts.add("Sessions that the server holds, by its agent: " + held.longValue() + ".");
        }
        return facts;
    }
}
