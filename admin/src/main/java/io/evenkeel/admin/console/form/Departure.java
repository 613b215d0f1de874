// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.Choice;
import io.evenkeel.admin.console.form.Field.Given;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.dispatcher.control.ConfigPatch;
import io.evenkeel.dispatcher.control.ConfigPatch.Remove;
import io.evenkeel.dispatcher.settings.yaml.Layout;
import java.util.List;
import java.util.Map;

/**
 * A cluster or a node that goes.
 *
 * @param node name; empty for the cluster as a whole
 * @param facts what is still to be known of it
 */
record Departure(String cluster, String node, List<String> facts, Typed typed) implements Edit {

    private static final String COMMENT = "comment";

    private boolean isCluster() {
        return node.isEmpty();
    }

    @Override
    public FormSheet sheet(Layout file) {
        About about = new About(
                COMMENT,
                "What to do with a comment that stands directly above it in the file; one inside it goes with it.",
                "",
                "goes too",
                List.of(new Choice("keep", "stays")),
                false);
        Field comment = new Field(COMMENT, Kind.CHOICE, about, new Given(typed.get(COMMENT), "", 0, false));
        return new FormSheet(
                FormSheet.Kind.REMOVAL,
                "Delete " + (isCluster() ? "cluster " + cluster : "node " + node),
                cluster,
                (isCluster() ? ClusterPage.ADDRESS : NodePage.ADDRESS) + "/delete",
                Map.of("cluster", cluster, "node", node),
                List.of(new FieldGroup("In the file", "", List.of(comment), true)),
                List.of(),
                facts,
                "",
                List.of());
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        if (isCluster()) {
            List<String> uses = Uses.of(file, cluster);
            return uses.isEmpty()
                    ? Map.of()
                    : Map.of("", "it is used by " + String.join("; ", uses) + ". Lead them elsewhere first, as text");
        }
        return NodeRow.of(file, cluster).size() > 1
                ? Map.of()
                : Map.of("", "it is the only node of '" + cluster + "', and a cluster needs one; delete the cluster");
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        boolean comment = !typed.get(COMMENT).equals("keep");
        if (isCluster()) {
            return List.of(new Remove(List.of("clusters", cluster), comment));
        }
        int index = NodeRow.find(file, cluster, node).map(NodeRow::index).orElse(0);
        return List.of(new Remove(List.of("clusters", cluster, "nodes", Integer.toString(index)), comment));
    }

    @Override
    public String field(List<String> path) {
        return "";
    }

    @Override
    public String what() {
        return isCluster() ? "cluster deleted" : "node deleted";
    }

    @Override
    public String subject() {
        return isCluster() ? cluster : cluster + "/" + node;
    }

    @Override
    public String after() {
        return isCluster() ? ClusterPage.LIST + "?done=applied" : Links.clusterForm(cluster) + "&done=applied";
    }

    @Override
    public String back() {
        return Links.clusterForm(cluster);
    }
}
