// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a node.
 *
 * @param node name of the node; empty for a new one
 */
record NodeEdit(Section schema, String cluster, String node, FormInput typed) implements Edit {

    private static final String ADDRESS = "address";
    private static final String NAME_HELP =
            " Another name makes it another node to the dispatcher: its statistics and its history begin"
                    + " again, and a state or weight that was set while it ran is forgotten. Tasks under way end where they are, and sessions in"
                    + " the app server are not touched.";

    private boolean isNew() {
        return node.isEmpty();
    }

    private List<String> list() {
        return List.of("clusters", cluster, "nodes");
    }

    private SectionForm form(Layout file) {
        Optional<Layout> inFile =
                isNew() ? Optional.empty() : NodeRow.find(file, cluster, node).map(NodeRow::layout);
        return new SectionForm(schema.below("clusters").below("nodes"), "", inFile, typed);
    }

    @Override
    public FormSheet sheet(Layout file) {
        return new FormSheet(
                isNew() ? FormSheet.Kind.NEW_NODE : FormSheet.Kind.NODE,
                isNew() ? "New node" : node,
                Owner.cluster(cluster),
                NodePage.ADDRESS,
                Map.of("cluster", cluster, "node", node),
                List.of(new FieldGroup("Node", "", fields(file), true)));
    }

    private List<Field> fields(Layout file) {
        return form(file).fields().stream()
                .map(field -> field.name().equals("name") && !isNew() ? field.helping(NAME_HELP) : field)
                .toList();
    }

    @Override
    public Map<String, String> complaints(Layout file) {
        return form(file).complaints(false);
    }

    @Override
    public List<ConfigPatch> patches(Layout file) {
        if (!isNew()) {
            int index = NodeRow.find(file, cluster, node).map(NodeRow::index).orElse(0);
            return form(file).patches(SectionForm.plus(list(), Integer.toString(index)), false);
        }
        List<ConfigPatch> patches = new ArrayList<>();
        for (ConfigPatch patch : form(file).patches(list(), false)) {
            ConfigValue value = ((Put) patch).value();
            boolean brief = value instanceof Scalar
                    && NodeRow.of(file, cluster).stream()
                            .allMatch(row -> row.layout().kind() == Layout.Kind.SCALAR);
            patches.add(new Append(
                    list(), value instanceof Scalar && !brief ? new ConfigValue.Keys(Map.of(ADDRESS, value)) : value));
        }
        return patches;
    }

    @Override
    public String field(List<String> path) {
        boolean here = path.size() > 3 && path.subList(0, 3).equals(list());
        return !here ? "" : path.size() == 4 ? ADDRESS : path.get(4);
    }

    @Override
    public String what() {
        return isNew() ? "node added" : "node changed";
    }

    @Override
    public String subject() {
        String name = typed.get("name");
        return cluster + "/" + (!isNew() ? node : name.isEmpty() ? typed.get(ADDRESS) : name);
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
