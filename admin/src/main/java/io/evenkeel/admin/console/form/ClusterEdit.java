// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.dispatcher.control.ConfigPatch;
import io.evenkeel.dispatcher.settings.shape.Shape.Section;
import io.evenkeel.dispatcher.settings.yaml.Layout;
import io.evenkeel.policy.PolicyCatalog;
import java.util.List;
import java.util.Map;

/** The settings of a cluster that is there. */
record ClusterEdit(Section shape, PolicyCatalog catalog, String cluster, Typed typed) implements Edit {

    private List<String> path() {
        return List.of("clusters", cluster);
    }

    private ClusterForm form(Layout file) {
        return new ClusterForm(shape.below("clusters"), catalog, file.find(path()), typed);
    }

    @Override
    public FormSheet sheet(Layout file) {
        return new FormSheet(
                        FormSheet.Kind.CLUSTER,
                        cluster,
                        Owner.cluster(cluster),
                        ClusterPage.ADDRESS,
                        Map.of("cluster", cluster),
                        form(file).groups())
                .nodes(NodeRow.of(file, cluster))
                .facts(Uses.of(file, cluster));
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        return form(file).complaints();
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        return form(file).patches(path());
    }

    @Override
    public String field(List<String> path) {
        return path.size() > 2 && path.subList(0, 2).equals(path()) ? name(path.subList(2, path.size())) : "";
    }

    /** A section in its short form stands for one of its fields. */
    static String name(List<String> path) {
        return path.equals(List.of("policy")) ? PolicyForm.PREFIX + "name" : String.join("/", path);
    }

    @Override
    public String what() {
        return "cluster changed";
    }

    @Override
    public String subject() {
        return cluster;
    }

    @Override
    public String after() {
        return Links.clusterForm(cluster) + "&done=applied";
    }

    @Override
    public String back() {
        return Links.clusterForm(cluster);
    }
}
