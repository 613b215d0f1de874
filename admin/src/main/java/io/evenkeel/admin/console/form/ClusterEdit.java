// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Rename;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.policy.PolicyCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings of a cluster that is there. */
record ClusterEdit(Section schema, PolicyCatalog catalog, String cluster, FormInput typed) implements Edit {

    private static final String NAME = "name";
    private static final String NAME_HELP =
            "Another name is written into every listener and route that leads here, in the same change. To the dispatcher it is"
                    + " another cluster: its statistics, its history and what the policy has learned begin again, shadows end, and"
                    + " states and weights that were set while it ran are forgotten. Tasks under way end where they are, and sessions"
                    + " in the app servers are not touched. API tokens for the old name alone do not reach it.";

    private List<String> path() {
        return List.of("clusters", cluster);
    }

    private ClusterForm form(Layout file) {
        return new ClusterForm(schema.below("clusters"), catalog, file.find(path()), typed);
    }

    @Override
    public FormSheet sheet(Layout file) {
        return new FormSheet(
                        FormSheet.Kind.CLUSTER,
                        cluster,
                        Owner.cluster(cluster),
                        ClusterPage.ADDRESS,
                        Map.of("cluster", cluster),
                        groups(file))
                .nodes(NodeRow.of(file, cluster))
                .facts(ClusterReferences.of(file, cluster));
    }

    private List<FieldGroup> groups(Layout file) {
        About about = About.line(NAME, NAME_HELP, "letters, digits and . _ -").needed();
        int line = file.find(List.of("clusters"))
                .flatMap(clusters -> clusters.entry(cluster))
                .map(entry -> entry.place().line())
                .orElse(0);
        Field name = new Field(
                NAME,
                Kind.LINE,
                about,
                new FieldValue(typed.value(NAME, cluster), typed.was(NAME, cluster), line, false));
        List<FieldGroup> groups = new ArrayList<>(form(file).groups());
        groups.add(0, new FieldGroup("Cluster", "", List.of(name), true));
        return groups;
    }

    /** The name after the change. */
    private String name() {
        return typed.isChanged(NAME) ? typed.get(NAME) : cluster;
    }

    private boolean isRenamed() {
        return !name().equals(cluster);
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        Map<String, String> found = new LinkedHashMap<>();
        if (name().isEmpty()) {
            found.put(NAME, "'name' must be given");
        } else if (isRenamed() && file.find(List.of("clusters", name())).isPresent()) {
            found.put(NAME, "there is a cluster '" + name() + "' already");
        }
        found.putAll(form(file).complaints());
        return found;
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        List<ConfigPatch> patches = new ArrayList<>(form(file).patches(path()));
        if (isRenamed()) {
            patches.add(new Rename(path(), name()));
            ClusterReferences.places(file, cluster).forEach(place -> patches.add(new Put(place, new Scalar(name()))));
        }
        return patches;
    }

    @Override
    public String field(List<String> path) {
        boolean here = path.size() > 1
                && path.get(0).equals("clusters")
                && (path.get(1).equals(cluster) || path.get(1).equals(name()));
        return !here ? "" : path.size() == 2 ? NAME : name(path.subList(2, path.size()));
    }

    /** A section in its short form stands for one of its fields. */
    static String name(List<String> path) {
        if (path.equals(List.of("policy"))) {
            return PolicyForm.PREFIX + "name";
        }
        return path.equals(List.of("affinity")) ? "affinity/mode" : String.join("/", path);
    }

    @Override
    public String what() {
        return isRenamed() ? "cluster renamed" : "cluster changed";
    }

    @Override
    public String subject() {
        return isRenamed() ? cluster + ", now " + name() : cluster;
    }

    @Override
    public String after() {
        return Links.clusterForm(name()) + "&done=applied";
    }

    @Override
    public String back() {
        return Links.clusterForm(cluster);
    }
}
